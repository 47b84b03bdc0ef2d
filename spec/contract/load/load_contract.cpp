// Loads our own documents, embedded or from a folder.

#include "spec/contract/contract.hpp"
#include "spec/contract/load/extensions.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace plumbline {
namespace {

using SharedApiDocument = std::shared_ptr<const ApiDocument>;

constexpr std::array<std::string_view, 4> kDocuments{
    "control_plane", "bulk_export", "agent_streaming", kControlDocument};

std::vector<std::string> extension_names(const Json& extensions) {
    std::vector<std::string> names;
    for (const auto& [name, schema] : extensions["properties"].items()) names.push_back(name);
    return names;
}

/// Returns the options of an embedded document. The tests have checked the keywords and schemas of
/// the embedded documents: checking them at every start would take longer than the rest of loading.
Result<ApiOptions> built_in_options() {
    auto document = embedded_document("spec/documents/extensions.schema.json");
    if (!document) return fail(document.error());
    return ApiOptions{SchemaStrictness::kClosed, extension_names(*document->root), true};
}

Result<SharedApiDocument> load_embedded(std::string_view name, const ApiOptions& options) {
    auto document = embedded_document("spec/documents/" + std::string(name) + ".openapi.yaml");
    if (!document) return fail(document.error());
    return ApiDocument::load(std::string(name), std::move(*document), options);
}

/// Returns the contract of the documents that `load` loads by their names.
template <typename Load>
Result<std::shared_ptr<const Contract>> load_all(const Load& load) {
    auto contract = std::make_shared<Contract>();
    for (const std::string_view name : kDocuments) {
        auto api = load(name);
        if (!api) return fail(api.error());
        contract->documents.push_back(std::move(*api));
    }
    return std::shared_ptr<const Contract>(std::move(contract));
}

Result<std::shared_ptr<const Contract>> built_in_contract() {
    const auto options = built_in_options();
    if (!options) return fail(options.error());
    return load_all([&](std::string_view name) { return load_embedded(name, *options); });
}

}  // namespace

Result<std::shared_ptr<const ApiDocument>> load_built_in_document(std::string_view name) {
    return built_in_options().and_then(
        [&](const ApiOptions& options) { return load_embedded(name, options); });
}

const Operation* Contract::find_operation(std::string_view id) const {
    for (const auto& document : documents) {
        if (const Operation* operation = document->find_operation(id)) return operation;
    }
    return nullptr;
}

const ApiDocument* Contract::find_document(std::string_view name) const {
    for (const auto& document : documents) {
        if (document->name() == name) return document.get();
    }
    return nullptr;
}

Result<std::shared_ptr<const Contract>> load_contract(const std::string& folder) {
    if (folder.empty()) return built_in_contract();
    const auto extensions = load_extensions(folder);
    if (!extensions) return fail(extensions.error());
    const ApiOptions options{SchemaStrictness::kClosed, extensions->names(), false};
    return load_all([&](std::string_view name) -> Result<SharedApiDocument> {
        auto document = load_document(folder + '/' + std::string(name) + ".openapi.yaml");
        if (!document) return fail(document.error());
        const auto checked = extensions->check(*document);
        if (!checked) return fail(checked.error());
        return ApiDocument::load(std::string(name), std::move(*document), options);
    });
}

}  // namespace plumbline
