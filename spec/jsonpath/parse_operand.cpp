#include "spec/base/text.hpp"
#include "spec/jsonpath/literals.hpp"
#include "spec/jsonpath/parser.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace plumbline::jsonpath {
namespace {

constexpr FunctionType kOneValue[] = {FunctionType::kValue};
constexpr FunctionType kTwoValues[] = {FunctionType::kValue, FunctionType::kValue};
constexpr FunctionType kOneList[] = {FunctionType::kNodes};

constexpr FunctionSignature kFunctions[] = {
    {"length", kOneValue, FilterFunction::kLength, FunctionType::kValue},
    {"count", kOneList, FilterFunction::kCount, FunctionType::kValue},
    {"match", kTwoValues, FilterFunction::kMatch, FunctionType::kLogical},
    {"search", kTwoValues, FilterFunction::kSearch, FunctionType::kLogical},
    {"value", kOneList, FilterFunction::kValue, FunctionType::kValue},
};

/// Returns the function of this name, or null.
const FunctionSignature* find_function(std::string_view name) {
    const auto* row = std::find_if(std::begin(kFunctions),
                                   std::end(kFunctions),
                                   [&](const FunctionSignature& one) { return one.name == name; });
    return row == std::end(kFunctions) ? nullptr : row;
}

std::vector<std::string> function_names() {
    std::vector<std::string> names;
    for (const FunctionSignature& row : kFunctions) names.emplace_back(row.name);
    return names;
}

SharedJson literal_of(Json value) {
    return std::make_shared<const Json>(std::move(value));
}

/// Describes the values of a function's parameter type for a message.
std::string_view expected_text(FunctionType type) {
    return type == FunctionType::kNodes ? "a query, as in @.*"
                                        : "a value: @.name, 'text', 1, true, null";
}

/// Source: RFC 9535, section 2.4.3, rule 2.
void check_argument(JsonPathReader& reader,
                    const ParsedOperand& argument,
                    const FunctionSignature& row,
                    FunctionType type) {
    const auto* query = std::get_if<JsonPathQuery>(&argument.operand);
    if (query != nullptr && type == FunctionType::kValue && query->non_singular) {
        reader.refuse_at(query->non_singular->offset,
                         fmt::format("{}() takes the value of one node, and {}; count(...) and "
                                     "value(...) take any query",
                                     row.name,
                                     query->non_singular->text),
                         ErrorCode::kInvalid);
    }
    const FunctionSignature* called = function_of(argument.operand);
    const FunctionType given = query != nullptr    ? type
                               : called == nullptr ? FunctionType::kValue
                                                   : called->result;
    if (given == type) return;
    reader.refuse_at(argument.offset,
                     fmt::format("{}() takes {}; found {}",
                                 row.name,
                                 expected_text(type),
                                 backquoted(reader.text_since(argument.offset))),
                     ErrorCode::kInvalid);
}

std::vector<ParsedOperand> parse_arguments(JsonPathReader& reader, const FunctionSignature& row) {
    std::vector<ParsedOperand> found;
    reader.skip();
    reader.skip_blanks();
    if (reader.peek() == ')') return found;
    do {
        reader.skip_blanks();
        ParsedOperand argument = parse_operand(reader);
        if (found.size() < row.parameters.size()) {
            check_argument(reader, argument, row, row.parameters[found.size()]);
        }
        found.push_back(std::move(argument));
        reader.skip_blanks();
    } while (reader.take(","));
    return found;
}

/// Compiles the pattern of match() or search() if it is a literal.
std::optional<Result<Regex>> compile_literal(JsonPathReader& reader,
                                             const FunctionCall& call,
                                             std::size_t offset) {
    if (call.signature->result != FunctionType::kLogical) return std::nullopt;
    const auto* literal = std::get_if<SharedJson>(&call.arguments[1]);
    if (literal == nullptr || !(*literal)->is_string()) return std::nullopt;
    if (++reader.patterns().count > kMaxPatterns) {
        reader.refuse_at(offset,
                         fmt::format("more than {} patterns in one query", kMaxPatterns),
                         ErrorCode::kLimit);
    }
    auto pattern = compile_iregexp((*literal)->get_ref<const std::string&>(), call.scope());
    if (pattern) return pattern;
    const Error& error = pattern.error();
    if (error.code != ErrorCode::kSyntax) reader.refuse_at(offset, error.message, error.code);
    reader.patterns().warnings.push_back({offset, error.message + "; it matches no text"});
    return pattern;
}

/// Parses a call; the reader is at its `(`.
Operand parse_call(JsonPathReader& reader, const FunctionSignature& row) {
    const std::size_t parenthesis = reader.offset();
    std::vector<ParsedOperand> given = reader.nested([&] { return parse_arguments(reader, row); });
    if (reader.at_end() || reader.peek() == ']') {
        reader.refuse_at(parenthesis, "this `(` is not closed");
    } else if (!reader.take(")")) {
        reader.refuse(fmt::format("expected `,` or `)` after an argument of {}(), found {}",
                                  row.name,
                                  reader.describe_next()));
    }
    if (given.size() != row.parameters.size()) {
        reader.refuse_at(parenthesis - row.name.size(),
                         fmt::format("{}() takes {} argument{}, found {}",
                                     row.name,
                                     row.parameters.size(),
                                     row.parameters.size() == 1 ? "" : "s",
                                     given.size()),
                         ErrorCode::kInvalid);
    }
    if (reader.error()) return {};
    FunctionCall call;
    call.signature = &row;
    for (ParsedOperand& argument : given) call.arguments.push_back(std::move(argument.operand));
    call.pattern = compile_literal(reader, call, given.back().offset);
    return std::make_shared<const FunctionCall>(std::move(call));
}

std::string unknown_function(std::string_view word) {
    const std::string nearest = nearest_name(word, function_names());
    if (!nearest.empty()) {
        return fmt::format("there is no function {}(); did you mean {}()?", word, nearest);
    }
    return fmt::format(
        "there is no function {}(); the functions are {}", word, fmt::join(function_names(), ", "));
}

void refuse_word(JsonPathReader& reader, std::string_view word) {
    const std::size_t end = reader.offset();
    if (find_function(word) != nullptr && reader.skip_blanks() && reader.peek() == '(') {
        reader.refuse_at(end, fmt::format("remove the whitespace between {} and its `(`", word));
    }
    const std::size_t start = end - word.size();
    const std::string lower = to_lower(word);
    if (lower == "true" || lower == "false" || lower == "null") {
        reader.refuse_at(start, fmt::format("`{}` is written in lower case: {}", word, lower));
    }
    reader.refuse_at(start,
                     fmt::format("{} is not a value; write a text in quotes, or a member of the "
                                 "current node as @.{}",
                                 backquoted(word),
                                 word));
}

/// Parses true, false, null or a call.
Operand parse_word(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    const auto is_word_character = [](char c) {
        return is_ascii_letter(c) || is_ascii_digit(c) || c == '_';
    };
    while (is_word_character(reader.peek())) reader.skip();
    const std::string_view word = reader.text_since(start);
    if (reader.peek() == '(') {
        if (const FunctionSignature* row = find_function(word)) return parse_call(reader, *row);
        reader.refuse_at(start, unknown_function(word), ErrorCode::kInvalid);
    }
    if (word == "true" || word == "false") return literal_of(word == "true");
    if (word != "null") refuse_word(reader, word);
    return literal_of(nullptr);
}

std::string value_problem(const JsonPathReader& reader) {
    const char c = reader.peek();
    if (c == '(' || c == '!') {
        return fmt::format(
            "expected a value, found {}; an operand or argument cannot be a "
            "condition or have parentheses",
            reader.describe_next());
    }
    return fmt::format(
        "expected a value or a condition, found {}; possible are queries "
        "(@.name, $.name), 'text', numbers, true, false, null and functions",
        reader.describe_next());
}

}  // namespace

const FunctionSignature* function_of(const Operand& operand) {
    const auto* call = std::get_if<std::shared_ptr<const FunctionCall>>(&operand);
    return call == nullptr ? nullptr : (*call)->signature;
}

ParsedOperand parse_operand(JsonPathReader& reader) {
    ParsedOperand parsed;
    parsed.offset = reader.offset();
    const char c = reader.peek();
    if (c == '@' || c == '$') {
        reader.skip();
        parsed.operand = parse_segments(reader, c == '$');
    } else if (c == '\'' || c == '"') {
        parsed.operand = literal_of(read_text(reader));
    } else if (c == '-' || is_ascii_digit(c)) {
        parsed.operand = literal_of(read_number(reader));
    } else if (is_ascii_letter(c)) {
        parsed.operand = parse_word(reader);
    } else {
        reader.refuse(value_problem(reader));
    }
    return parsed;
}

}  // namespace plumbline::jsonpath
