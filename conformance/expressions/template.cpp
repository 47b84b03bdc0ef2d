#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/interpolation.hpp"
#include "conformance/expressions/path.hpp"
#include "conformance/expressions/resolve.hpp"
#include "conformance/expressions/selector.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace plumbline::expressions {
namespace {

// A string of the value that is an expression (`whole`) or holds some, or a Selector Object.
struct Slot {
    JsonPointer at;
    std::optional<Path> whole;
    Interpolation text;
    SourceRef where;
    std::optional<Selector> selector = std::nullopt;
};

using LocateText = std::function<SourceRef(const std::string&)>;

// Finds the slots of a value, depth first.
class SlotReader {
  public:
    SlotReader(SourceRef where, const LocateText& locate)
        : where_(std::move(where)), locate_(locate) {}

    Result<void> read(const Json& value, const JsonPointer& at) {
        if (static_cast<int>(at.tokens().size()) > kMaxDepth) {
            return fail(ErrorCode::kLimit,
                        fmt::format("a value nested more than {} levels deep", kMaxDepth),
                        place(at));
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

    [[nodiscard]] std::vector<Slot> take() { return std::move(slots_); }

  private:
    Result<void> read_selector(const Json& object, const JsonPointer& at) {
        auto selector = Selector::read(object, [&](const JsonPointer& inner) {
            return place(at.child(inner.tokens().front()));
        });
        if (!selector) return fail(selector.error());
        slots_.push_back({at, {}, {}, place(at), *std::move(selector)});
        return {};
    }

    Result<void> read_string(const std::string& text, const JsonPointer& at) {
        const auto begins = begins_expression(text);
        if (!begins) return fail(error_at(begins.error(), text, place(at)));
        if (*begins) {
            auto path = parse_path(text);
            if (!path) return fail(error_at(path.error(), text, place(at)));
            slots_.push_back({at, *std::move(path), {}, place(at)});
            return {};
        }
        auto cut = Interpolation::parse(text);
        if (!cut) return fail(error_at(cut.error(), text, place(at)));
        if (cut->has_expressions()) slots_.push_back({at, {}, *std::move(cut), place(at)});
        return {};
    }

    [[nodiscard]] SourceRef place(const JsonPointer& at) const {
        return locate_ ? locate_(at.to_text()) : where_;
    }

    SourceRef where_;
    const LocateText& locate_;
    std::vector<Slot> slots_;
};

Result<Json> raw_value_of(const Slot& slot, const Scope& scope) {
    if (slot.selector) return slot.selector->evaluate(scope);
    if (slot.whole) return resolve(*slot.whole, scope);
    return slot.text.evaluate(scope).map([](const std::string& text) { return Json(text); });
}

Expression::Uses uses_of(const Slot& slot) {
    if (slot.selector) return slot.selector->uses();
    return slot.whole ? slot.whole->uses() : slot.text.uses();
}

Result<Json> value_of(const Slot& slot, const Scope& scope) {
    auto value = raw_value_of(slot, scope);
    if (!value) value.error().where = slot.where;
    return value;
}

}  // namespace

struct Template::Parsed {
    Json value;
    std::vector<Slot> slots;
};

Template::Template() : parsed_(std::make_shared<const Parsed>()) {}

Result<Template> Template::parse(const Json& value,
                                 const SourceRef& where,
                                 const LocateText& locate) {
    SlotReader reader{where, locate};
    if (auto done = reader.read(value, {}); !done) return fail(done.error());
    auto parsed = std::make_shared<Parsed>();
    parsed->value = value;
    parsed->slots = reader.take();
    Template made;
    made.parsed_ = std::move(parsed);
    return made;
}

Result<Json> Template::evaluate(const Scope& scope) const {
    Json filled = parsed_->value;
    for (const Slot& slot : parsed_->slots) {
        auto value = value_of(slot, scope);
        if (!value) return value;
        if (slot.at.empty()) return value;
        if (auto set = set_at(filled, slot.at, *std::move(value)); !set) return fail(set.error());
    }
    return filled;
}

Expression::Uses Template::uses() const {
    Expression::Uses uses;
    for (const Slot& slot : parsed_->slots) merge_uses(uses, uses_of(slot));
    return uses;
}

const Json* Template::literal() const {
    return parsed_->slots.empty() ? &parsed_->value : nullptr;
}

std::vector<Error> Template::remarks() const {
    std::vector<Error> remarks;
    for (const Slot& slot : parsed_->slots) {
        if (!slot.selector) continue;
        for (Error& remark : slot.selector->remarks()) remarks.push_back(std::move(remark));
    }
    return remarks;
}

}  // namespace plumbline::expressions
