// Loads our own documents, embedded or from a folder.

#include "spec/contract/contract.hpp"
#include "spec/contract/load/extensions.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <set>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

using SharedApiDocument = std::shared_ptr<const ApiDocument>;

constexpr std::array<std::string_view, 4> kDocuments{
    "control_plane", "bulk_export", "agent_streaming", kControlDocument};
constexpr std::string_view kSuffix = ".openapi.yaml";

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
    auto document = embedded_document("spec/documents/" + std::string(name) + std::string(kSuffix));
    if (!document) return fail(document.error());
    return ApiDocument::load(std::string(name), std::move(*document), options);
}

/// Returns the contract of the documents that `load` loads by their names.
template <typename Names, typename Load>
Result<std::shared_ptr<const Contract>> load_all(const Names& names, const Load& load) {
    auto contract = std::make_shared<Contract>();
    for (const auto& name : names) {
        auto api = load(name);
        if (!api) return fail(api.error());
        contract->documents.push_back(std::move(*api));
    }
    return std::shared_ptr<const Contract>(std::move(contract));
}

Result<std::shared_ptr<const Contract>> built_in_contract() {
    const auto options = built_in_options();
    if (!options) return fail(options.error());
    return load_all(kDocuments,
                    [&](std::string_view name) { return load_embedded(name, *options); });
}

/// Returns the names of the documents in a folder, the built-in ones first and in their order, and
/// kControlDocument even if the folder does not have it.
Result<std::vector<std::string>> document_names_in(const std::string& folder) {
    std::set<std::string, std::less<>> found;
    std::error_code trouble;
    fs::directory_iterator entry(folder, trouble);
    for (; !trouble && entry != fs::directory_iterator(); entry.increment(trouble)) {
        const std::string file = entry->path().filename().string();
        if (file.ends_with(kSuffix)) found.insert(file.substr(0, file.size() - kSuffix.size()));
    }
    if (trouble) return fail(ErrorCode::kIo, "cannot read " + folder + ": " + trouble.message());
    if (found.empty() || (found.size() == 1 && found.contains(kControlDocument))) {
        return fail(ErrorCode::kNotFound,
                    folder + " has no API document",
                    {},
                    {"looked for *" + std::string(kSuffix)});
    }
    std::vector<std::string> names;
    for (const std::string_view name : kDocuments) {
        if (found.erase(std::string(name)) > 0 || name == kControlDocument)
            names.emplace_back(name);
    }
    names.insert(names.end(), found.begin(), found.end());
    return names;
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
    const auto names = document_names_in(folder);
    if (!names) return fail(names.error());
    return load_all(*names, [&](const std::string& name) -> Result<SharedApiDocument> {
        const std::string file = folder + '/' + name + std::string(kSuffix);
        std::error_code ignored;
        if (name == kControlDocument && !fs::exists(file, ignored))
            return load_built_in_document(name);
        auto document = load_document(file);
        if (!document) return fail(document.error());
        const auto checked = extensions->check(*document);
        if (!checked) return fail(checked.error());
        return ApiDocument::load(name, std::move(*document), options);
    });
}

}  // namespace plumbline
