#include "conformance/expressions/computed_value_limit.hpp"
#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/interpolation.hpp"
#include "conformance/expressions/selector_object.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/size.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>
#include <variant>

namespace plumbline::expressions {
namespace {

// A string of the value that is an expression or contains expressions, or a Selector Object.
struct TemplateSlot {
    JsonPointer at;
    std::variant<Expression, Interpolation, SelectorObject> content;
    SourceRef where;
};

using TextLocator = std::function<SourceRef(const std::string&)>;

// Finds the slots of a value, depth first.
class TemplateSlotReader {
  public:
    TemplateSlotReader(SourceRef where, const TextLocator& locate, ExpressionGrammar grammar)
        : where_(std::move(where)), locate_(locate), grammar_(grammar) {}

    Result<void> read(const Json& value, const JsonPointer& at) {
        if (static_cast<int>(at.tokens().size()) > kMaxDepth) {
            return fail(ErrorCode::kLimit,
                        fmt::format("a value is nested more than {} levels deep", kMaxDepth),
                        position_of(at));
        }
        if (value.is_string()) return read_string(value.get_ref<const std::string&>(), at);
        if (is_selector_object(value)) return read_selector(value, at);
        if (value.is_object()) {
            for (const auto& [key, item] : value.items()) {
                if (auto done = read(item, at.child(key)); !done) return done;
            }
        }
        if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                if (auto done = read(value[i], at.child(std::to_string(i))); !done) return done;
            }
        }
        return {};
    }

    [[nodiscard]] std::vector<TemplateSlot> take() { return std::move(slots_); }

  private:
    Result<void> read_selector(const Json& object, const JsonPointer& at) {
        auto selector = SelectorObject::read(
            object,
            [&](const JsonPointer& inner) { return position_of(at.child(inner.tokens().front())); },
            grammar_);
        if (!selector) return fail(selector.error());
        slots_.push_back({at, *std::move(selector), position_of(at)});
        return {};
    }

    Result<void> read_string(const std::string& text, const JsonPointer& at) {
        const auto begins = begins_expression(text);
        if (!begins) return fail(error_at(begins.error(), text, position_of(at)));
        if (*begins) {
            auto path = parse_expression(text, grammar_);
            if (!path) return fail(error_at(path.error(), text, position_of(at)));
            slots_.push_back({at, *std::move(path), position_of(at)});
            return {};
        }
        auto interpolation = Interpolation::parse(text, grammar_);
        if (!interpolation) return fail(error_at(interpolation.error(), text, position_of(at)));
        if (interpolation->has_expressions())
            slots_.push_back({at, *std::move(interpolation), position_of(at)});
        return {};
    }

    [[nodiscard]] SourceRef position_of(const JsonPointer& at) const {
        return locate_ ? locate_(at.to_text()) : where_;
    }

    SourceRef where_;
    const TextLocator& locate_;
    ExpressionGrammar grammar_;
    std::vector<TemplateSlot> slots_;
};

Result<Json> value_of(const TemplateSlot& slot, const Scope& scope) {
    Result<Json> value;
    if (const auto* expression = std::get_if<Expression>(&slot.content)) {
        value = resolve(*expression, scope);
    } else if (const auto* text = std::get_if<Interpolation>(&slot.content)) {
        value = text->evaluate(scope).map([](const std::string& filled) { return Json(filled); });
    } else {
        value = std::get<SelectorObject>(slot.content).evaluate(scope);
    }
    if (!value) value.error().where = slot.where;
    return value;
}

}  // namespace

struct Template::ParsedTemplate {
    Json value;
    std::vector<TemplateSlot> slots;
};

Template::Template() : parsed_(std::make_shared<const ParsedTemplate>()) {}

Result<Template> Template::parse(const Json& value,
                                 const SourceRef& where,
                                 const TextLocator& locate,
                                 ExpressionGrammar grammar) {
    TemplateSlotReader reader{where, locate, grammar};
    if (auto done = reader.read(value, {}); !done) return fail(done.error());
    auto parsed = std::make_shared<ParsedTemplate>();
    parsed->value = value;
    parsed->slots = reader.take();
    Template result;
    result.parsed_ = std::move(parsed);
    return result;
}

Result<Json> Template::evaluate(const Scope& scope) const {
    Json filled = parsed_->value;
    std::size_t size = 0;
    for (const TemplateSlot& slot : parsed_->slots) {
        auto value = value_of(slot, scope);
        if (!value) return value;
        size += size_in_memory(*value, kMaxComputedBytes);
        if (size > kMaxComputedBytes) return too_large_value();
        if (slot.at.empty()) return value;
        if (auto set = set_at(filled, slot.at, *std::move(value)); !set) return fail(set.error());
    }
    return filled;
}

Expression::Uses Template::uses() const {
    Expression::Uses uses;
    for (const TemplateSlot& slot : parsed_->slots)
        uses.merge(std::visit([](const auto& content) { return content.uses(); }, slot.content));
    return uses;
}

const Json* Template::literal() const {
    return parsed_->slots.empty() ? &parsed_->value : nullptr;
}

std::vector<Error> Template::warnings() const {
    std::vector<Error> result;
    for (const TemplateSlot& slot : parsed_->slots) {
        const auto* selector = std::get_if<SelectorObject>(&slot.content);
        if (!selector) continue;
        for (Error& warning : selector->warnings()) result.push_back(std::move(warning));
    }
    return result;
}

}  // namespace plumbline::expressions
