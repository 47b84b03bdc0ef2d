#include "conformance/expressions/selector.hpp"

#include "conformance/expressions/context.hpp"
#include "conformance/expressions/resolve.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::expressions {
namespace {

// The name of a type that is a text or the `type` of an object.
std::string type_of_selector(const Json& object) {
    const Json& type = object.at("type");
    return type.is_object() ? string_or(type, "type", "") : as_string(type).value_or("");
}

tl::unexpected<Error> no_type(const std::string& name, const SourceRef& where) {
    return fail(ErrorCode::kInvalid,
                name.empty() ? "the object that gives a selector's type has no type"
                             : "unknown type of selector: " + name,
                where,
                {"there is: jsonpath, jsonpointer, xpath"});
}

tl::unexpected<Error> unresolved(std::string_view selector,
                                 const Path& context,
                                 std::string_view why) {
    return fail(ErrorCode::kUnresolved,
                fmt::format("unresolved: {} in {}: {}", selector, context.text, why));
}

Result<Json> selected(const Query& query,
                      const Json& value,
                      const Path& context,
                      const Scope& scope) {
    const auto path = query.with_values(scope);
    if (!path) return fail(path.error());
    JsonPathLimits limits;
    limits.max_nodes = kMaxSelected;
    const auto nodes = path->select(value, limits);
    if (!nodes) return unresolved(path->text(), context, nodes.error().message);
    if (nodes->empty()) return unresolved(path->text(), context, "nothing is selected");
    if (path->is_singular()) return (*nodes)[0].value();
    Json values = Json::array();
    for (const NodeList::Node node : *nodes) values.push_back(node.value());
    return values;
}

Result<Json> pointed_at(const Interpolation& cut,
                        const Json& value,
                        const Path& context,
                        const Scope& scope) {
    const auto text = cut.evaluate(scope);
    if (!text) return fail(text.error());
    const auto pointer = JsonPointer::parse(*text);
    if (!pointer) return unresolved(*text, context, pointer.error().message);
    const Json* found = find(value, *pointer);
    if (!found) return unresolved(*text, context, "there is no such value");
    return *found;
}

}  // namespace

bool is_selector_object(const Json& value) {
    if (!value.is_object() || value.count("type") == 0) return false;
    const Json* selector = member(value, "selector");
    const Json* context = member(value, "context");
    if (!selector || !selector->is_string() || !context || !context->is_string()) return false;
    const auto begins = begins_expression(context->get_ref<const std::string&>());
    return !begins || *begins;  // a near miss is told when it is read
}

Result<Selector::PointerText> Selector::read_pointer(const std::string& text,
                                                     const SourceRef& where) {
    auto cut = Interpolation::parse(text);
    if (!cut) return fail(error_at(cut.error(), text, where));
    if (!cut->has_expressions()) {
        if (auto pointer = JsonPointer::parse(text); !pointer) {
            Error error = std::move(pointer.error());
            error.where = where;
            return fail(std::move(error));
        }
    }
    return PointerText{text, *std::move(cut)};
}

Result<Selector> Selector::read(const Json& object, const Locate& locate) {
    const auto place = [&](const char* key) { return locate(JsonPointer({Name(key)})); };
    auto context = parse_context(object.at("context").get<std::string>(), place("context"));
    if (!context) return fail(context.error());
    Selector selector;
    selector.context_ = *std::move(context);
    selector.where_ = place("selector");
    const std::string text = object.at("selector").get<std::string>();
    const std::string type = type_of_selector(object);
    if (type == "jsonpath") {
        auto query = Query::compile(text, selector.where_);
        if (!query) return fail(query.error());
        selector.way_ = *std::move(query);
    } else if (type == "jsonpointer") {
        auto pointer = read_pointer(text, selector.where_);
        if (!pointer) return fail(pointer.error());
        selector.way_ = *std::move(pointer);
    } else if (type == "xpath") {
        auto query = XPathText::read(text, selector.where_);
        if (!query) return fail(query.error());
        selector.way_ = *std::move(query);
    } else {
        return no_type(type, place("type"));
    }
    return selector;
}

Result<Json> Selector::evaluate(const Scope& scope) const {
    if (const auto* xpath = std::get_if<XPathText>(&way_)) return xpath->refusal();
    const auto value = resolve(context_, scope);
    if (!value) return value;
    const auto* query = std::get_if<Query>(&way_);
    const std::string& text = query ? query->text() : std::get<PointerText>(way_).text;
    if (value->is_null()) return unresolved(text, context_, "the context is null");
    return query ? selected(*query, *value, context_, scope)
                 : pointed_at(std::get<PointerText>(way_).cut, *value, context_, scope);
}

Expression::Uses Selector::uses() const {
    Expression::Uses uses = context_.uses();
    merge_uses(uses, std::visit([](const auto& way) { return way.uses(); }, way_));
    return uses;
}

std::vector<Error> Selector::remarks() const {
    std::vector<Error> remarks;
    const auto* query = std::get_if<Query>(&way_);
    if (!query) return remarks;
    for (const std::string& remark : query->remarks()) {
        remarks.push_back({ErrorCode::kInvalid, "in the query, " + remark, where_, {}});
    }
    return remarks;
}

}  // namespace plumbline::expressions
