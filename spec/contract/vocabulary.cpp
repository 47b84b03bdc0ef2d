#include "spec/contract/vocabulary.hpp"

#include "spec/base/text.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/schema/schema.hpp"

#include <nlohmann/json.hpp>

#include <map>

namespace plumbline {

struct Vocabulary::State {
    std::vector<std::string> names;
    std::map<std::string, Schema, std::less<>> shapes;

    Result<void> check(const Document& document, const Json& node, const std::string& at) const;
    Result<void> check_keyword(const Document& document,
                               const std::string& name,
                               const Json& value,
                               const std::string& at) const;
};

Vocabulary::Vocabulary() : state_(std::make_unique<State>()) {}
Vocabulary::~Vocabulary() = default;

const std::vector<std::string>& Vocabulary::names() const {
    return state_->names;
}

Result<std::shared_ptr<const Vocabulary>> Vocabulary::load(const Document& document) {
    const Json* properties = member(*document.root, "properties");
    if (!properties || !properties->is_object()) {
        return fail(ErrorCode::kInvalid,
                    "a vocabulary needs \"properties\": one per x- keyword",
                    document.where(""));
    }
    std::shared_ptr<Vocabulary> vocabulary(new Vocabulary());
    SchemaCompiler compiler(document, SchemaStrictness::kTolerant);
    for (const auto& [name, shape] : properties->items()) {
        auto schema = compiler.compile("/properties/" + escape_pointer_token(name));
        if (!schema) return fail(schema.error());
        vocabulary->state_->names.push_back(name);
        vocabulary->state_->shapes.emplace(name, std::move(*schema));
    }
    return std::shared_ptr<const Vocabulary>(std::move(vocabulary));
}

Result<void> Vocabulary::check(const Document& document) const {
    return state_->check(document, *document.root, "");
}

Result<void> Vocabulary::State::check_keyword(const Document& document,
                                              const std::string& name,
                                              const Json& value,
                                              const std::string& at) const {
    const auto shape = shapes.find(name);
    if (shape == shapes.end()) {
        const std::string nearest = nearest_name(name, names);
        return fail(ErrorCode::kInvalid,
                    "unknown keyword \"" + name + "\"" +
                        (nearest.empty() ? "; the known ones stand in vocabulary.schema.json"
                                         : "; did you mean \"" + nearest + "\"?"),
                    document.where(at));
    }
    const auto violations = shape->second.judge(value);
    if (violations.empty()) return {};
    const Violation& first = violations.front();
    return fail(ErrorCode::kInvalid,
                name + first.instance_pointer + ": " + first.message,
                document.where(at + first.instance_pointer));
}

Result<void> Vocabulary::State::check(const Document& document,
                                      const Json& node,
                                      const std::string& at) const {
    if (node.is_object()) {
        for (const auto& [key, value] : node.items()) {
            const std::string place = at + '/' + escape_pointer_token(key);
            const auto checked = key.rfind("x-", 0) == 0
                                     ? check_keyword(document, key, value, place)
                                     : check(document, value, place);
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

Result<std::shared_ptr<const Vocabulary>> load_vocabulary(const std::string& folder) {
    auto document = folder.empty() ? embedded_document("spec/documents/vocabulary.schema.json")
                                   : load_document(folder + "/vocabulary.schema.json");
    if (!document) return fail(document.error());
    return Vocabulary::load(*document);
}

}  // namespace plumbline
