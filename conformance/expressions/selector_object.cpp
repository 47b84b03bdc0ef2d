#include "conformance/expressions/selector_object.hpp"

#include "conformance/expressions/expression.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::expressions {
namespace {

// Returns the name of the type, which is a string or the `type` of an object.
std::string type_of_selector(const Json& object) {
    const Json& type = object.at("type");
    return type.is_object() ? string_or(type, "type", "") : as_string(type).value_or("");
}

tl::unexpected<Error> unknown_type(const std::string& name, const SourceRef& where) {
    return fail(ErrorCode::kInvalid,
                name.empty() ? "the object that defines a selector's type has no type"
                             : "unknown type of selector: " + name,
                where,
                {"known types: jsonpath, jsonpointer, xpath"});
}

tl::unexpected<Error> unresolved(std::string_view selector,
                                 const Expression& context,
                                 std::string_view why) {
    return fail(ErrorCode::kUnresolved,
                fmt::format("unresolved: {} in {}: {}", selector, context.text, why));
}

Result<Json> select_values(const JsonPathTemplate& query,
                           const Json& value,
                           const Expression& context,
                           const Scope& scope) {
    const auto path = query.with_values(scope);
    if (!path) return fail(path.error());
    JsonPathLimits limits;
    limits.max_nodes = kMaxSelectedNodes;
    limits.allowance = scope.allowance.get();
    const auto nodes = path->select(value, limits);
    if (!nodes) return unresolved(path->text(), context, nodes.error().message);
    if (nodes->empty()) return unresolved(path->text(), context, "nothing is selected");
    if (path->is_singular()) return (*nodes)[0].value();
    Json values = Json::array();
    for (const JsonPathMatch& node : *nodes) values.push_back(node.value());
    return values;
}

Result<Json> value_at_pointer(const Interpolation& interpolation,
                              const Json& value,
                              const Expression& context,
                              const Scope& scope) {
    const auto text = interpolation.evaluate(scope);
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
    return !begins || *begins;  // a misspelled root is reported when the selector is read
}

Result<SelectorObject::PointerTemplate> SelectorObject::read_pointer(const std::string& text,
                                                                     const SourceRef& where,
                                                                     ExpressionGrammar grammar) {
    auto interpolation = Interpolation::parse(text, grammar);
    if (!interpolation) return fail(error_at(interpolation.error(), text, where));
    if (!interpolation->has_expressions()) {
        if (auto pointer = JsonPointer::parse(text); !pointer) {
            Error error = std::move(pointer.error());
            error.where = where;
            return fail(std::move(error));
        }
    }
    return PointerTemplate{text, *std::move(interpolation)};
}

Result<SelectorObject> SelectorObject::read(const Json& object,
                                            const PointerLocator& locate,
                                            ExpressionGrammar grammar) {
    const auto position_of = [&](const char* key) { return locate(JsonPointer({key})); };
    auto context =
        parse_context(object.at("context").get<std::string>(), position_of("context"), grammar);
    if (!context) return fail(context.error());
    SelectorObject selector;
    selector.context_ = *std::move(context);
    selector.where_ = position_of("selector");
    const std::string text = object.at("selector").get<std::string>();
    const std::string type = type_of_selector(object);
    if (type == "jsonpath") {
        auto query = JsonPathTemplate::compile(text, selector.where_, grammar);
        if (!query) return fail(query.error());
        selector.selector_ = *std::move(query);
    } else if (type == "jsonpointer") {
        auto pointer = read_pointer(text, selector.where_, grammar);
        if (!pointer) return fail(pointer.error());
        selector.selector_ = *std::move(pointer);
    } else if (type == "xpath") {
        auto query = XPathTemplate::read(text, selector.where_, grammar);
        if (!query) return fail(query.error());
        selector.selector_ = *std::move(query);
    } else {
        return unknown_type(type, position_of("type"));
    }
    return selector;
}

Result<Json> SelectorObject::evaluate(const Scope& scope) const {
    if (const auto* xpath = std::get_if<XPathTemplate>(&selector_))
        return xpath->unsupported_error();
    const auto value = resolve(context_, scope);
    if (!value) return value;
    const auto* query = std::get_if<JsonPathTemplate>(&selector_);
    const std::string& text = query ? query->text() : std::get<PointerTemplate>(selector_).text;
    if (value->is_null()) return unresolved(text, context_, "the context is null");
    if (query) return select_values(*query, *value, context_, scope);
    const auto& pointer = std::get<PointerTemplate>(selector_).interpolation;
    return value_at_pointer(pointer, *value, context_, scope);
}

Expression::Uses SelectorObject::uses() const {
    Expression::Uses uses = context_.uses();
    uses.merge(std::visit([](const auto& way) { return way.uses(); }, selector_));
    return uses;
}

std::vector<Error> SelectorObject::warnings() const {
    std::vector<Error> result;
    const auto* query = std::get_if<JsonPathTemplate>(&selector_);
    if (!query) return result;
    for (const std::string& warning : query->warnings()) {
        result.push_back({ErrorCode::kInvalid, "in the query, " + warning, where_, {}});
    }
    return result;
}

}  // namespace plumbline::expressions
