#include "spec/contract/load/extensions.hpp"

#include "spec/base/name_hint.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace plumbline {
namespace {

constexpr const char* kFileName = "/extensions.schema.json";

Result<void> check_keyword(const Extensions& extensions,
                           const Document& document,
                           const std::string& name,
                           const Json& value,
                           const std::string& at) {
    const auto schema = extensions.schemas.find(name);
    if (schema == extensions.schemas.end()) {
        const std::string hint = quoted_name_hint(name, extensions.names());
        return fail(ErrorCode::kInvalid,
                    "unknown keyword \"" + name + "\"" +
                        (hint.empty() ? "; extensions.schema.json lists the known ones" : hint),
                    document.where(at));
    }
    return check_by_schema(schema->second, {value, &document, at, name});
}

Result<void> check_keywords_in(const Extensions& extensions,
                               const Document& document,
                               const Json& node,
                               const std::string& at) {
    if (!node.is_structured()) return {};
    for (const auto& [key, value] : node.items()) {
        const std::string part = at + '/' + escape_pointer_token(key);
        const auto checked = node.is_object() && key.starts_with("x-")
                                 ? check_keyword(extensions, document, key, value, part)
                                 : check_keywords_in(extensions, document, value, part);
        if (!checked) return checked;
    }
    return {};
}

}  // namespace

std::vector<std::string> Extensions::names() const {
    std::vector<std::string> all;
    for (const auto& [name, schema] : schemas) all.push_back(name);
    return all;
}

Result<void> Extensions::check(const Document& document) const {
    return check_keywords_in(*this, document, *document.root, "");
}

bool has_extensions(const std::string& folder) {
    std::error_code ignored;
    return std::filesystem::exists(folder + kFileName, ignored);
}

Result<Extensions> load_extensions(const std::string& folder) {
    const auto document = folder.empty()
                              ? embedded_document("spec/documents/extensions.schema.json")
                              : load_document(folder + kFileName);
    if (!document) return fail(document.error());
    const Json* properties = member(*document->root, "properties");
    if (!properties || !properties->is_object()) {
        return fail(ErrorCode::kInvalid,
                    "a list of extensions needs \"properties\": one per x- keyword",
                    document->where(""));
    }
    Extensions extensions;
    const SchemaCompiler compiler(*document, SchemaStrictness::kClosed);
    for (const auto& [name, value] : properties->items()) {
        const auto& schema = compiler.compile("/properties/" + escape_pointer_token(name));
        if (!schema) return fail(schema.error());
        extensions.schemas.emplace(name, *schema);
    }
    return extensions;
}

}  // namespace plumbline
