#include "spec/base/text.hpp"
#include "spec/jsonpath/literals.hpp"
#include "spec/jsonpath/parser.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::jsonpath {
namespace {

bool is_word_character(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

SharedJson literal_of(Json value) {
    return std::make_shared<const Json>(std::move(value));
}

/// Describes the values of a function's parameter type for a message.
std::string_view expected_text(FunctionType type) {
    return type == FunctionType::kNodes ? "a query, as in @.*"
                                        : "a value: @.name, 'text', 1, true, null";
}

}  // namespace

const FunctionSignature* function_of(const Operand& operand) {
    const auto* call = std::get_if<std::shared_ptr<const FunctionCall>>(&operand);
    return call == nullptr ? nullptr : &signature_of((*call)->function);
}

/// Parses a literal, a query or a call.
JsonPathResult<JsonPathParser::ParsedOperand> JsonPathParser::parse_operand() {
    ParsedOperand parsed;
    parsed.offset = reader_.offset();
    const char c = reader_.peek();
    if (c == '@' || c == '$') {
        reader_.skip();
        auto query = parse_segments(c == '$');
        if (!query) return forward_error(query);
        parsed.operand = std::move(query->query);
        parsed.non_singular = std::move(query->non_singular);
    } else if (c == '\'' || c == '"') {
        auto text = read_text(reader_);
        if (!text) return forward_error(text);
        parsed.operand = literal_of(*std::move(text));
    } else if (c == '-' || is_digit(c)) {
        auto number = read_number(reader_);
        if (!number) return forward_error(number);
        parsed.operand = *std::move(number);
    } else if (is_letter(c)) {
        auto named = parse_word();
        if (!named) return forward_error(named);
        parsed.operand = *std::move(named);
    } else {
        return value_error();
    }
    return parsed;
}

/// Parses true, false, null or a call.
JsonPathResult<Operand> JsonPathParser::parse_word() {
    const std::size_t start = reader_.offset();
    while (is_word_character(reader_.peek())) reader_.skip();
    const std::string_view word = reader_.text_since(start);
    if (reader_.peek() == '(') {
        if (const FunctionSignature* row = find_function(word)) return parse_call(*row);
        const std::string nearest = nearest_name(word, function_names());
        return fail_at(
            start,
            nearest.empty()
                ? fmt::format("there is no function {}(); the functions are {}",
                              word,
                              join(function_names(), ", "))
                : fmt::format("there is no function {}(); did you mean {}()?", word, nearest),
            ErrorCode::kInvalid);
    }
    if (word == "true" || word == "false") return literal_of(word == "true");
    if (word == "null") return literal_of(nullptr);
    return word_error(start);
}

/// Parses a call; the reader is at its `(`.
JsonPathResult<Operand> JsonPathParser::parse_call(const FunctionSignature& row) {
    const std::size_t start = reader_.offset() - row.name.size();
    auto given = parse_arguments(row);
    if (!given) return forward_error(given);
    if (given->size() != row.parameters.size()) {
        return fail_at(start,
                       fmt::format("{}() takes {} argument{}, found {}",
                                   row.name,
                                   row.parameters.size(),
                                   row.parameters.size() == 1 ? "" : "s",
                                   given->size()),
                       ErrorCode::kInvalid);
    }
    FunctionCall call;
    call.function = row.function;
    for (ParsedOperand& argument : *given) {
        call.arguments.push_back(std::move(argument.operand));
    }
    auto pattern = compile_pattern_of(call, given->back().offset);
    if (!pattern) return forward_error(pattern);
    call.pattern = *std::move(pattern);
    return std::make_shared<const FunctionCall>(std::move(call));
}

JsonPathResult<std::vector<JsonPathParser::ParsedOperand>> JsonPathParser::parse_arguments(
    const FunctionSignature& row) {
    const std::size_t start = reader_.offset();
    if (auto deeper = enter_nesting(); !deeper) return forward_error(deeper);
    reader_.skip();
    reader_.skip_blanks();
    std::vector<ParsedOperand> found;
    bool has_more = reader_.peek() != ')';
    while (has_more) {
        reader_.skip_blanks();
        auto argument = parse_operand();
        if (!argument) return forward_error(argument);
        if (found.size() < row.parameters.size()) {
            auto fits = check_argument(*argument, row, found.size());
            if (!fits) return forward_error(fits);
        }
        found.push_back(*std::move(argument));
        reader_.skip_blanks();
        has_more = reader_.take(",");
    }
    leave_nesting();
    if (reader_.take(")")) return found;
    if (reader_.at_end() || reader_.peek() == ']') return fail_at(start, "this `(` is not closed");
    return fail_at(reader_.offset(),
                   fmt::format("expected `,` or `)` after an argument of {}(), found {}",
                               row.name,
                               reader_.describe_next()));
}

/// Source: RFC 9535, section 2.4.3, rule 2.
JsonPathResult<void> JsonPathParser::check_argument(const ParsedOperand& argument,
                                                    const FunctionSignature& row,
                                                    std::size_t number) const {
    const FunctionType type = row.parameters[number];
    const bool is_query = std::holds_alternative<JsonPathQuery>(argument.operand);
    if (is_query && type == FunctionType::kValue && argument.non_singular) {
        return fail_at(argument.non_singular->offset,
                       fmt::format("{}() takes the value of one node, and {}; count(...) and "
                                   "value(...) take any query",
                                   row.name,
                                   argument.non_singular->reason),
                       ErrorCode::kInvalid);
    }
    const FunctionSignature* called = function_of(argument.operand);
    const FunctionType given = is_query            ? type
                               : called == nullptr ? FunctionType::kValue
                                                   : called->result;
    if (given == type) return {};
    return fail_at(argument.offset,
                   fmt::format("{}() takes {}; found {}",
                               row.name,
                               expected_text(type),
                               backquoted(reader_.text_since(argument.offset))),
                   ErrorCode::kInvalid);
}

/// Compiles the pattern of match() or search() if it is a literal.
JsonPathResult<std::optional<MatchPattern>> JsonPathParser::compile_pattern_of(
    const FunctionCall& call, std::size_t offset) {
    if (call.function != FilterFunction::kMatch && call.function != FilterFunction::kSearch) {
        return std::nullopt;
    }
    const auto* literal = std::get_if<SharedJson>(&call.arguments[1]);
    if (literal == nullptr || !(*literal)->is_string()) return std::nullopt;
    if (++patterns_ > kMaxPatterns) {
        return fail_at(offset,
                       fmt::format("more than {} patterns in one query", kMaxPatterns),
                       ErrorCode::kLimit);
    }
    const MatchScope scope =
        call.function == FilterFunction::kMatch ? MatchScope::kWhole : MatchScope::kSubstring;
    auto pattern = compile_pattern((*literal)->get_ref<const std::string&>(), scope);
    if (!pattern) return fail_at(offset, pattern.error().message, pattern.error().code);
    if (!pattern->regex) warnings_.push_back({offset, pattern->error + "; it matches no text"});
    return *std::move(pattern);
}

tl::unexpected<JsonPathError> JsonPathParser::value_error() const {
    const char c = reader_.peek();
    if (c == '(' || c == '!') {
        return fail_at(reader_.offset(),
                       fmt::format("expected a value, found {}; an operand or argument cannot be a "
                                   "condition or have parentheses",
                                   reader_.describe_next()));
    }
    return fail_at(reader_.offset(),
                   fmt::format("expected a value or a condition, found {}; possible are queries "
                               "(@.name, $.name), 'text', numbers, true, false, null and functions",
                               reader_.describe_next()));
}

tl::unexpected<JsonPathError> JsonPathParser::word_error(std::size_t start) const {
    const std::string_view word = reader_.text_since(start);
    JsonPathReader next = reader_;
    if (find_function(word) != nullptr && next.skip_blanks() && next.peek() == '(') {
        return fail_at(reader_.offset(),
                       fmt::format("remove the whitespace between {} and its `(`", word));
    }
    const std::string lower = to_lower(word);
    if (lower == "true" || lower == "false" || lower == "null") {
        return fail_at(start, fmt::format("`{}` is written in lower case: {}", word, lower));
    }
    return fail_at(
        start,
        fmt::format("{} is not a value; write a text in quotes, or a member of the current "
                    "node as @.{}",
                    backquoted(word),
                    word));
}

}  // namespace plumbline::jsonpath
