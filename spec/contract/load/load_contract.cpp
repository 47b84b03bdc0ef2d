// Loads our own documents, embedded or from a folder.

#include "spec/contract/contract.hpp"
#include "spec/contract/load/extensions.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>

namespace plumbline {
namespace {

constexpr std::array<std::string_view, 4> kDocuments{
    "control_plane", "bulk_export", "agent_streaming", kControlDocument};

std::vector<std::string> extension_names(const Json& extensions) {
    std::vector<std::string> names;
    for (const auto& [name, schema] : extensions["properties"].items()) names.push_back(name);
    return names;
}

}  // namespace

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
    // The tests have checked the keywords and schemas of the embedded documents. Checking them at
    // every start would take longer than the rest of loading.
    std::optional<Extensions> extensions;
    ApiOptions options{SchemaStrictness::kClosed, {}, folder.empty()};
    if (!folder.empty()) {
        auto loaded = load_extensions(folder);
        if (!loaded) return fail(loaded.error());
        extensions = std::move(*loaded);
        options.x_names = extensions->names();
    } else {
        auto document = embedded_document("spec/documents/extensions.schema.json");
        if (!document) return fail(document.error());
        options.x_names = extension_names(*document->root);
    }
    auto contract = std::make_shared<Contract>();
    for (const std::string_view name : kDocuments) {
        const std::string file = std::string(name) + ".openapi.yaml";
        auto document = folder.empty() ? embedded_document("spec/documents/" + file)
                                       : load_document(folder + '/' + file);
        if (!document) return fail(document.error());
        if (extensions) {
            auto checked = extensions->check(*document);
            if (!checked) return fail(checked.error());
        }
        auto api = ApiDocument::load(std::string(name), std::move(*document), options);
        if (!api) return fail(api.error());
        contract->documents.push_back(std::move(*api));
    }
    return std::shared_ptr<const Contract>(std::move(contract));
}

}  // namespace plumbline
