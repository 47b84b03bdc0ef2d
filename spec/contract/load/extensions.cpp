#include "spec/contract/load/extensions.hpp"

#include "spec/base/name_hint.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/schema/schema.hpp"

#include <nlohmann/json.hpp>

#include <map>

namespace plumbline {

struct Extensions::ExtensionsState {
    std::vector<std::string> names;
    std::map<std::string, Schema, std::less<>> schemas;

    Result<void> check(const Document& document, const Json& node, const std::string& at) const;
    Result<void> check_keyword(const Document& document,
                               const std::string& name,
                               const Json& value,
                               const std::string& at) const;
};

Extensions::Extensions() : state_(std::make_unique<ExtensionsState>()) {}
Extensions::~Extensions() = default;

const std::vector<std::string>& Extensions::names() const {
    return state_->names;
}

Result<std::shared_ptr<const Extensions>> Extensions::load(const Document& document) {
    const Json* properties = member(*document.root, "properties");
    if (!properties || !properties->is_object()) {
        return fail(ErrorCode::kInvalid,
                    "a list of extensions needs \"properties\": one per x- keyword",
                    document.where(""));
    }
    std::shared_ptr<Extensions> extensions(new Extensions());
    SchemaCompiler compiler(document, SchemaStrictness::kClosed);
    for (const auto& [name, value] : properties->items()) {
        auto schema = compiler.compile("/properties/" + escape_pointer_token(name));
        if (!schema) return fail(schema.error());
        extensions->state_->names.push_back(name);
        extensions->state_->schemas.emplace(name, std::move(*schema));
    }
    return std::shared_ptr<const Extensions>(std::move(extensions));
}

Result<void> Extensions::check(const Document& document) const {
    return state_->check(document, *document.root, "");
}

Result<void> Extensions::ExtensionsState::check_keyword(const Document& document,
                                                        const std::string& name,
                                                        const Json& value,
                                                        const std::string& at) const {
    const auto schema = schemas.find(name);
    if (schema == schemas.end()) {
        const std::string hint = quoted_name_hint(name, names);
        return fail(ErrorCode::kInvalid,
                    "unknown keyword \"" + name + "\"" +
                        (hint.empty() ? "; extensions.schema.json lists the known ones" : hint),
                    document.where(at));
    }
    const auto violations = schema->second.evaluate(value);
    if (violations.empty()) return {};
    const Violation& first = violations.front();
    return fail(ErrorCode::kInvalid,
                name + first.instance_pointer + ": " + first.message,
                document.where(at + first.instance_pointer));
}

Result<void> Extensions::ExtensionsState::check(const Document& document,
                                                const Json& node,
                                                const std::string& at) const {
    if (node.is_object()) {
        for (const auto& [key, value] : node.items()) {
            const std::string member_pointer = at + '/' + escape_pointer_token(key);
            const auto checked = key.rfind("x-", 0) == 0
                                     ? check_keyword(document, key, value, member_pointer)
                                     : check(document, value, member_pointer);
            if (!checked) return checked;
        }
    } else if (node.is_array()) {
        for (std::size_t i = 0; i < node.size(); ++i) {
            const auto checked = check(document, node[i], at + '/' + std::to_string(i));
            if (!checked) return checked;
        }
    }
    return {};
}

Result<std::shared_ptr<const Extensions>> load_extensions(const std::string& folder) {
    auto document = folder.empty() ? embedded_document("spec/documents/extensions.schema.json")
                                   : load_document(folder + "/extensions.schema.json");
    if (!document) return fail(document.error());
    return Extensions::load(*document);
}

}  // namespace plumbline
