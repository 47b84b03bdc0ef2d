#include "spec/jsonpath/evaluation.hpp"

#include "spec/jsonpath/walk.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace plumbline::jsonpath {
namespace {

// Texts cost as many steps as they have pieces of this size. A pattern costs more the larger its
// program is: in the worst case each byte meets all of its instructions.
constexpr std::size_t kMatchedBytesPerStep = 16;
constexpr std::size_t kInstructionsPerStep = 1024;
// To compile a pattern takes as long as many other steps, the more the larger its program.
constexpr std::size_t kStepsPerPattern = 1'000;
constexpr std::size_t kStepsPerInstruction = 20;

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

/// The value of an operand: none (Nothing), one of the document or the query, or a count.
class OperandValue {
  public:
    OperandValue() = default;
    explicit OperandValue(const Json* value) : value_(value) {}
    explicit OperandValue(std::size_t count) : value_(Json(count)) {}

    /// Returns the value, or null; as long as this lives.
    [[nodiscard]] const Json* get() const {
        if (const auto* made = std::get_if<Json>(&value_)) return made;
        return std::get<const Json*>(value_);
    }
    [[nodiscard]] const std::string* text() const {
        const Json* value = get();
        return value != nullptr && value->is_string() ? &value->get_ref<const std::string&>()
                                                      : nullptr;
    }

  private:
    std::variant<const Json*, Json> value_ = nullptr;
};

OperandValue value_of(const Operand& operand, const Json& current, Evaluation& evaluation);

std::size_t code_points_in(const std::string& text) {
    const auto is_start = [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    };
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_start));
}

/// Source: RFC 9535, section 2.4.4.
OperandValue length_of(const OperandValue& argument, Meter& meter) {
    if (const std::string* text = argument.text()) {
        if (!meter.spend(text->size() / kMatchedBytesPerStep + 1)) return {};
        return OperandValue(code_points_in(*text));
    }
    const Json* value = argument.get();
    return value != nullptr && value->is_structured() ? OperandValue(value->size())
                                                      : OperandValue();
}

OperandValue result_of(const Call& call, const Json& current, Evaluation& evaluation) {
    const Operand& argument = call.arguments.front();
    switch (call.function) {
        case Function::kLength:
            return length_of(value_of(argument, current, evaluation), evaluation.meter());
        case Function::kCount: {
            const auto& query = std::get<Query>(argument);
            return OperandValue(evaluation.outcome_of(query, current, kAll).count);
        }
        case Function::kValue: {
            const auto outcome = evaluation.outcome_of(std::get<Query>(argument), current, 2);
            return outcome.count == 1 ? OperandValue(outcome.first) : OperandValue();
        }
        case Function::kMatch:
        case Function::kSearch:
            break;
    }
    return {};  // the parser gives no others
}

/// Finds what an operand stands for. A comparison takes only queries that select one node at most.
struct OperandReader {
    const Json& current;
    Evaluation& evaluation;

    OperandValue operator()(const SharedJson& literal) const { return OperandValue(literal.get()); }
    OperandValue operator()(const Query& query) const {
        return OperandValue(evaluation.outcome_of(query, current, 1).first);
    }
    OperandValue operator()(const std::shared_ptr<const Call>& call) const {
        return result_of(*call, current, evaluation);
    }
};

OperandValue value_of(const Operand& operand, const Json& current, Evaluation& evaluation) {
    return std::visit(OperandReader{current, evaluation}, operand);
}

/// Source: RFC 9535, sections 2.4.6 and 2.4.7: what is no text, or no I-Regexp, does not fit.
bool fits(const Call& call, const Json& current, Evaluation& evaluation) {
    const OperandValue subject = value_of(call.arguments[0], current, evaluation);
    const std::string* text = subject.text();
    if (text == nullptr) return false;
    if (call.pattern) return evaluation.fits(*text, *call.pattern);
    const OperandValue given = value_of(call.arguments[1], current, evaluation);
    const std::string* pattern = given.text();
    if (pattern == nullptr) return false;
    const Fit fit = call.function == Function::kMatch ? Fit::kWhole : Fit::kPart;
    return evaluation.fits(*text, *pattern, fit);
}

/// Follows a query of names and indexes; null if it leads nowhere.
const Json* value_at(const Query& query, const Json& start) {
    const Json* value = &start;
    for (const Segment& segment : query.segments) {
        const Selector& selector = segment.selectors.front();
        if (const auto* name = std::get_if<NameSelector>(&selector)) {
            if (!value->is_object()) return nullptr;
            const auto found = value->find(name->name);
            if (found == value->end()) return nullptr;
            value = &*found;
            continue;
        }
        if (!value->is_array()) return nullptr;
        const auto length = static_cast<std::int64_t>(value->size());
        const std::int64_t given = std::get<IndexSelector>(selector).index;
        const std::int64_t index = given < 0 ? length + given : given;
        if (index < 0 || index >= length) return nullptr;
        value = &(*value)[static_cast<std::size_t>(index)];
    }
    return value;
}

std::size_t program_size(const Pattern& pattern) {
    return pattern.regex ? static_cast<std::size_t>(pattern.regex->program_size()) : 0;
}

/// Decides a condition.
struct ConditionReader {
    const Json& current;
    Evaluation& evaluation;

    bool operator()(const AnyOf& any) const {
        return std::any_of(any.parts.begin(), any.parts.end(), [&](const Condition& part) {
            return evaluation.holds(part, current);
        });
    }
    bool operator()(const AllOf& all) const {
        return std::all_of(all.parts.begin(), all.parts.end(), [&](const Condition& part) {
            return evaluation.holds(part, current);
        });
    }
    bool operator()(const Not& negation) const {
        return !evaluation.holds(*negation.part, current);
    }
    bool operator()(const Comparison& comparison) const {
        const OperandValue left = value_of(comparison.left, current, evaluation);
        const OperandValue right = value_of(comparison.right, current, evaluation);
        return compare(left.get(), comparison.op, right.get(), evaluation.meter());
    }
    bool operator()(const Query& query) const {
        return evaluation.outcome_of(query, current, 1).count > 0;
    }
    bool operator()(const std::shared_ptr<const Call>& call) const {
        return fits(*call, current, evaluation);
    }
};

}  // namespace

bool Evaluation::holds(const Condition& condition, const Json& current) {
    return meter_.spend() && std::visit(ConditionReader{current, *this}, condition.check);
}

Evaluation::Outcome Evaluation::outcome_of(const Query& query,
                                           const Json& current,
                                           std::size_t enough) {
    const Json& start = query.from_root ? root_ : current;
    if (query.is_singular) {
        if (!meter_.spend(query.segments.size() + 1)) return {};
        const Json* value = value_at(query, start);
        return {value == nullptr ? std::size_t{0} : std::size_t{1}, value};
    }
    if (query.from_root) {
        const auto known = outcomes_.find(&query);
        if (known != outcomes_.end()) return known->second;
    }
    Outcome outcome;
    Walk walk(query, start, *this);
    while (outcome.count < enough && walk.next()) {
        if (outcome.count++ == 0) outcome.first = &walk.value();
    }
    if (query.from_root) outcomes_.emplace(&query, outcome);
    return outcome;
}

bool Evaluation::fits(const std::string& text, const Pattern& pattern) {
    if (!pattern.regex) return false;
    const std::size_t steps = text.size() / kMatchedBytesPerStep +
                              text.size() * program_size(pattern) / kInstructionsPerStep + 1;
    return meter_.spend(steps) && pattern.regex->search(text);
}

bool Evaluation::fits(const std::string& text, const std::string& pattern, Fit fit) {
    if (!meter_.spend(pattern.size() / kMatchedBytesPerStep + 1)) return false;
    if (const Pattern* known = patterns_.find(pattern, fit)) return fits(text, *known);
    auto compiled = compile_pattern(pattern, fit);
    if (!compiled) {
        meter_.stop(std::move(compiled.error()));
        return false;
    }
    const std::size_t steps = kStepsPerPattern + program_size(*compiled) * kStepsPerInstruction;
    return meter_.spend(steps) && fits(text, patterns_.keep(pattern, fit, *std::move(compiled)));
}

}  // namespace plumbline::jsonpath
