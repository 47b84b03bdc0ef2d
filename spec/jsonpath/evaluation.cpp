#include "spec/jsonpath/evaluation.hpp"

#include "spec/base/text.hpp"
#include "spec/jsonpath/node_traversal.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace plumbline::jsonpath {
namespace {

// A text costs one step for each piece of this size. A pattern costs more the larger its program
// is: in the worst case each byte meets all of its instructions.
constexpr std::size_t kMatchedBytesPerStep = 16;
constexpr std::size_t kInstructionsPerStep = 1024;
// Compiling a pattern takes as long as many other steps, in proportion to the size of its program.
constexpr std::size_t kStepsPerPattern = 1'000;
constexpr std::size_t kStepsPerInstruction = 20;

// Each compiled pattern may use a few megabytes while it searches.
constexpr std::size_t kMaxCachedPatterns = 16;

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

/// The value of an operand: none (Nothing), one of the document or the query, or a count.
class OperandValue {
  public:
    OperandValue() = default;
    explicit OperandValue(const Json* value) : value_(value) {}
    explicit OperandValue(std::size_t count) : value_(Json(count)) {}

    /// Returns the value, valid as long as this object, or null.
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

OperandValue value_of(const Operand& operand, const Json& current, QueryEvaluation& evaluation);

/// Source: RFC 9535, section 2.4.4.
OperandValue length_of(const OperandValue& argument, EvaluationBudget& meter) {
    if (const std::string* text = argument.text()) {
        if (!meter.spend(text->size() / kMatchedBytesPerStep + 1)) return {};
        return OperandValue(utf8_character_count(*text));
    }
    const Json* value = argument.get();
    return value != nullptr && value->is_structured() ? OperandValue(value->size())
                                                      : OperandValue();
}

OperandValue result_of(const FunctionCall& call, const Json& current, QueryEvaluation& evaluation) {
    const Operand& argument = call.arguments.front();
    switch (call.signature->function) {
        case FilterFunction::kLength:
            return length_of(value_of(argument, current, evaluation), evaluation.budget());
        case FilterFunction::kCount: {
            const auto& query = std::get<JsonPathQuery>(argument);
            return OperandValue(evaluation.summarize(query, current, kAll).count);
        }
        case FilterFunction::kValue: {
            const auto outcome =
                evaluation.summarize(std::get<JsonPathQuery>(argument), current, 2);
            return outcome.count == 1 ? OperandValue(outcome.first) : OperandValue();
        }
        case FilterFunction::kMatch:
        case FilterFunction::kSearch:
            break;
    }
    return {};  // the parser creates no other calls
}

/// Evaluates an operand. A comparison contains only queries that select at most one node.
OperandValue value_of(const Operand& operand, const Json& current, QueryEvaluation& evaluation) {
    if (const auto* literal = std::get_if<SharedJson>(&operand)) {
        return OperandValue(literal->get());
    }
    if (const auto* query = std::get_if<JsonPathQuery>(&operand)) {
        return OperandValue(evaluation.summarize(*query, current, 1).first);
    }
    const auto& call = std::get<std::shared_ptr<const FunctionCall>>(operand);
    return result_of(*call, current, evaluation);
}

/// Source: RFC 9535, sections 2.4.6 and 2.4.7: a value that is not a text, or a pattern that is not
/// an I-Regexp, does not match.
bool pattern_matches(const FunctionCall& call, const Json& current, QueryEvaluation& evaluation) {
    const OperandValue subject = value_of(call.arguments[0], current, evaluation);
    const std::string* text = subject.text();
    if (text == nullptr) return false;
    if (call.pattern) return evaluation.matches(*text, *call.pattern);
    const OperandValue given = value_of(call.arguments[1], current, evaluation);
    const std::string* pattern = given.text();
    if (pattern == nullptr) return false;
    return evaluation.matches(*text, *pattern, call.scope());
}

/// Follows a query of names and indexes; returns null if it selects nothing.
const Json* value_at(const JsonPathQuery& query, const Json& start) {
    const Json* value = &start;
    for (const JsonPathSegment& segment : query.segments) {
        const JsonPathSelector& selector = segment.selectors.front();
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

std::size_t program_size(const Result<Regex>& pattern) {
    return pattern ? static_cast<std::size_t>(pattern->program_size()) : 0;
}

/// Evaluates a logical expression.
struct LogicalEvaluator {
    const Json& current;
    QueryEvaluation& evaluation;

    bool operator()(const LogicalChain& chain) const {
        for (const LogicalExpression& part : chain.parts) {
            if (evaluation.holds(part, current) == chain.is_or) return chain.is_or;
        }
        return !chain.is_or;
    }
    bool operator()(const LogicalNot& negation) const {
        return !evaluation.holds(*negation.part, current);
    }
    bool operator()(const FilterComparison& comparison) const {
        const OperandValue left = value_of(comparison.left, current, evaluation);
        const OperandValue right = value_of(comparison.right, current, evaluation);
        return compare(left.get(), comparison.op, right.get(), evaluation.budget());
    }
    bool operator()(const JsonPathQuery& query) const {
        return evaluation.summarize(query, current, 1).count > 0;
    }
    bool operator()(const std::shared_ptr<const FunctionCall>& call) const {
        return pattern_matches(*call, current, evaluation);
    }
};

}  // namespace

bool QueryEvaluation::holds(const LogicalExpression& condition, const Json& current) {
    return budget_.spend() && std::visit(LogicalEvaluator{current, *this}, condition.expression);
}

QueryEvaluation::NodeSummary QueryEvaluation::summarize(const JsonPathQuery& query,
                                                        const Json& current,
                                                        std::size_t enough) {
    const Json& start = query.from_root ? root_ : current;
    if (!query.non_singular) {
        if (!budget_.spend(query.segments.size() + 1)) return {};
        const Json* value = value_at(query, start);
        return {value == nullptr ? std::size_t{0} : std::size_t{1}, value};
    }
    if (query.from_root) {
        const auto known = summaries_.find(&query);
        if (known != summaries_.end()) return known->second;
    }
    NodeSummary outcome;
    NodeTraversal walk(query, start, *this);
    while (outcome.count < enough && walk.next()) {
        if (outcome.count++ == 0) outcome.first = &walk.value();
    }
    if (query.from_root) summaries_.emplace(&query, outcome);
    return outcome;
}

bool QueryEvaluation::matches(const std::string& text, const Result<Regex>& pattern) {
    if (!pattern) return false;
    const std::size_t steps = text.size() / kMatchedBytesPerStep +
                              text.size() * program_size(pattern) / kInstructionsPerStep + 1;
    return budget_.spend(steps) && pattern->search(text);
}

bool QueryEvaluation::matches(const std::string& text,
                              const std::string& pattern,
                              MatchScope scope) {
    if (!budget_.spend(pattern.size() / kMatchedBytesPerStep + 1)) return false;
    std::pair key(scope, pattern);
    if (const auto known = patterns_.find(key); known != patterns_.end()) {
        return matches(text, known->second);
    }
    auto compiled = compile_iregexp(pattern, scope);
    if (!compiled && compiled.error().code != ErrorCode::kSyntax) {
        budget_.stop(std::move(compiled.error()));
        return false;
    }
    const std::size_t steps = kStepsPerPattern + program_size(compiled) * kStepsPerInstruction;
    if (!budget_.spend(steps)) return false;
    if (patterns_.size() == kMaxCachedPatterns) patterns_.clear();
    const auto added = patterns_.emplace(std::move(key), std::move(compiled)).first;
    return matches(text, added->second);
}

}  // namespace plumbline::jsonpath
