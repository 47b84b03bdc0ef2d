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

/// Says what a function takes, for a message.
std::string_view takes_text(Type type) {
    return type == Type::kNodes ? "a query, as in @.*" : "a value: @.name, 'text', 1, true, null";
}

}  // namespace

const FunctionRow* function_of(const Operand& operand) {
    const auto* call = std::get_if<std::shared_ptr<const Call>>(&operand);
    return call == nullptr ? nullptr : &row_of((*call)->function);
}

/// Reads a literal, a query or a call.
Parse<Parser::ParsedOperand> Parser::operand() {
    ParsedOperand parsed;
    parsed.offset = reader_.offset();
    const char c = reader_.peek();
    if (c == '@' || c == '$') {
        reader_.skip();
        auto query = segments(c == '$');
        if (!query) return passed_on(query);
        parsed.operand = std::move(query->query);
        parsed.plural = std::move(query->plural);
    } else if (c == '\'' || c == '"') {
        auto text = read_text(reader_);
        if (!text) return passed_on(text);
        parsed.operand = literal_of(*std::move(text));
    } else if (c == '-' || is_digit(c)) {
        auto number = read_number(reader_);
        if (!number) return passed_on(number);
        parsed.operand = *std::move(number);
    } else if (is_letter(c)) {
        auto named = word();
        if (!named) return passed_on(named);
        parsed.operand = *std::move(named);
    } else {
        return no_value();
    }
    return parsed;
}

/// Reads true, false, null or a call.
Parse<Operand> Parser::word() {
    const std::size_t start = reader_.offset();
    while (is_word_character(reader_.peek())) reader_.skip();
    const std::string_view word = reader_.since(start);
    if (reader_.peek() == '(') {
        if (const FunctionRow* row = find_function(word)) return call(*row);
        const std::string nearest = nearest_name(word, function_names());
        return fault(
            start,
            nearest.empty()
                ? fmt::format(
                      "there is no function {}(); there are {}", word, join(function_names(), ", "))
                : fmt::format("there is no function {}(); did you mean {}()?", word, nearest),
            ErrorCode::kInvalid);
    }
    if (word == "true" || word == "false") return literal_of(word == "true");
    if (word == "null") return literal_of(nullptr);
    return no_word(start);
}

/// Reads a call, at whose `(` the reader stands.
Parse<Operand> Parser::call(const FunctionRow& row) {
    const std::size_t start = reader_.offset() - row.name.size();
    auto given = arguments(row);
    if (!given) return passed_on(given);
    if (given->size() != row.parameters.size()) {
        return fault(start,
                     fmt::format("{}() takes {} argument{}, found {}",
                                 row.name,
                                 row.parameters.size(),
                                 row.parameters.size() == 1 ? "" : "s",
                                 given->size()),
                     ErrorCode::kInvalid);
    }
    Call call;
    call.function = row.function;
    for (ParsedOperand& argument : *given) {
        call.arguments.push_back(std::move(argument.operand));
    }
    auto pattern = pattern_of(call, given->back().offset);
    if (!pattern) return passed_on(pattern);
    call.pattern = *std::move(pattern);
    return std::make_shared<const Call>(std::move(call));
}

Parse<std::vector<Parser::ParsedOperand>> Parser::arguments(const FunctionRow& row) {
    const std::size_t start = reader_.offset();
    if (auto deeper = nest(); !deeper) return passed_on(deeper);
    reader_.skip();
    reader_.skip_blanks();
    std::vector<ParsedOperand> found;
    bool has_more = reader_.peek() != ')';
    while (has_more) {
        reader_.skip_blanks();
        auto argument = operand();
        if (!argument) return passed_on(argument);
        if (found.size() < row.parameters.size()) {
            auto fits = check_argument(*argument, row, found.size());
            if (!fits) return passed_on(fits);
        }
        found.push_back(*std::move(argument));
        reader_.skip_blanks();
        has_more = reader_.take(",");
    }
    leave();
    if (reader_.take(")")) return found;
    if (reader_.at_end() || reader_.peek() == ']') return fault(start, "this `(` is not closed");
    return fault(
        reader_.offset(),
        fmt::format(
            "expected `,` or `)` behind an argument of {}(), found {}", row.name, reader_.found()));
}

/// Source: RFC 9535, section 2.4.3, rule 2.
Parse<void> Parser::check_argument(const ParsedOperand& argument,
                                   const FunctionRow& row,
                                   std::size_t number) const {
    const Type type = row.parameters[number];
    const bool is_query = std::holds_alternative<Query>(argument.operand);
    if (is_query && type == Type::kValue && argument.plural) {
        return fault(argument.plural->offset,
                     fmt::format("{}() takes the value of one node, and {}; count(...) and "
                                 "value(...) take any query",
                                 row.name,
                                 argument.plural->reason),
                     ErrorCode::kInvalid);
    }
    const FunctionRow* called = function_of(argument.operand);
    const Type given = is_query ? type : called == nullptr ? Type::kValue : called->result;
    if (given == type) return {};
    return fault(argument.offset,
                 fmt::format("{}() takes {}; found {}",
                             row.name,
                             takes_text(type),
                             backquoted(reader_.since(argument.offset))),
                 ErrorCode::kInvalid);
}

/// Compiles the pattern of match() or search() if it stands in the query.
Parse<std::optional<Pattern>> Parser::pattern_of(const Call& call, std::size_t offset) {
    if (call.function != Function::kMatch && call.function != Function::kSearch) {
        return std::nullopt;
    }
    const auto* literal = std::get_if<SharedJson>(&call.arguments[1]);
    if (literal == nullptr || !(*literal)->is_string()) return std::nullopt;
    if (++patterns_ > kMaxPatterns) {
        return fault(offset,
                     fmt::format("more than {} patterns in one query", kMaxPatterns),
                     ErrorCode::kLimit);
    }
    const Fit fit = call.function == Function::kMatch ? Fit::kWhole : Fit::kPart;
    auto pattern = compile_pattern((*literal)->get_ref<const std::string&>(), fit);
    if (!pattern) return fault(offset, pattern.error().message, pattern.error().code);
    if (!pattern->regex) remarks_.push_back({offset, pattern->why_none + "; it fits no text"});
    return *std::move(pattern);
}

tl::unexpected<Fault> Parser::no_value() const {
    const char c = reader_.peek();
    if (c == '(' || c == '!') {
        return fault(reader_.offset(),
                     fmt::format("expected a value, found {}; what is compared or given to a "
                                 "function is no condition and has no parentheses",
                                 reader_.found()));
    }
    return fault(reader_.offset(),
                 fmt::format("expected a value or a condition, found {}; there are queries "
                             "(@.name, $.name), 'text', numbers, true, false, null and functions",
                             reader_.found()));
}

tl::unexpected<Fault> Parser::no_word(std::size_t start) const {
    const std::string_view word = reader_.since(start);
    Reader behind = reader_;
    if (find_function(word) != nullptr && behind.skip_blanks() && behind.peek() == '(') {
        return fault(reader_.offset(),
                     fmt::format("no blank stands between {} and its `(`; leave it out", word));
    }
    const std::string small = to_lower(word);
    if (small == "true" || small == "false" || small == "null") {
        return fault(start, fmt::format("`{}` is written in small letters: {}", word, small));
    }
    return fault(start,
                 fmt::format("{} is no value; a text stands in quotes, a member of the current "
                             "node is @.{}",
                             backquoted(word),
                             word));
}

}  // namespace plumbline::jsonpath
