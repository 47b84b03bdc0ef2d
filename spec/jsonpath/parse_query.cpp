#include "spec/base/text.hpp"
#include "spec/jsonpath/literals.hpp"
#include "spec/jsonpath/parser.hpp"

#include <fmt/format.h>

namespace plumbline::jsonpath {
namespace {

std::string shorthand_problem(const JsonPathReader& reader) {
    const char c = reader.peek();
    if (is_blank(c)) return "no whitespace is allowed after a dot; remove it";
    if (c == '[') {
        return "a single dot before `[` is not allowed; write ['name'] without a dot or "
               "..['name'] with two";
    }
    if (c == '\'' || c == '"') return "a name in quotes must be in brackets: ['name']";
    return fmt::format(
        "expected `*` or a name of letters, digits and `_` after a dot, found {}; "
        "write other names in brackets: ['other name'], [0]",
        reader.describe_next());
}

/// Parses the name or `*` after one or two dots.
JsonPathSelector parse_shorthand(JsonPathReader& reader) {
    if (reader.take("*")) return WildcardSelector{};
    const std::string_view name = read_shorthand(reader);
    if (name.empty()) reader.refuse(shorthand_problem(reader));
    return NameSelector{std::string(name)};
}

/// Parses a slice's end or step, if there is one, and the whitespace around it.
std::optional<std::int64_t> parse_slice_bound(JsonPathReader& reader) {
    reader.skip_blanks();
    if (reader.peek() != '-' && !is_ascii_digit(reader.peek())) return std::nullopt;
    const std::int64_t integer = read_integer(reader);
    reader.skip_blanks();
    return integer;
}

JsonPathSelector parse_index_or_slice(JsonPathReader& reader) {
    SliceSelector slice;
    if (reader.peek() != ':') {
        const std::int64_t start = read_integer(reader);
        if (reader.peek_after_blanks() != ':') return IndexSelector{start};
        reader.skip_blanks();
        slice.start = start;
    }
    reader.skip();
    slice.end = parse_slice_bound(reader);
    if (reader.take(":")) slice.step = parse_slice_bound(reader).value_or(1);
    return slice;
}

JsonPathSelector parse_filter(JsonPathReader& reader) {
    LogicalExpression condition = reader.nested([&] {
        reader.skip();
        return parse_condition(reader);
    });
    return FilterSelector{std::make_shared<const LogicalExpression>(std::move(condition))};
}

std::string selector_problem(const JsonPathReader& reader) {
    const char c = reader.peek();
    if (c == ']' || c == ',') return fmt::format("expected a selector before `{}`", c);
    if (c == '@' || c == '$' || c == '(' || c == '!') {
        return "a filter begins with `?`, as in [?@.name == 1]";
    }
    if (c == '+') return "an index has no `+`; remove it";
    return fmt::format(
        "expected a selector, found {}: 'name' (in quotes), an index, a slice "
        "(1:3), `*` or a filter (?@.name)",
        reader.describe_next());
}

JsonPathSelector parse_selector(JsonPathReader& reader) {
    const char c = reader.peek();
    if (c == '\'' || c == '"') return NameSelector{read_text(reader)};
    if (c == '?') return parse_filter(reader);
    if (c == ':' || c == '-' || is_ascii_digit(c)) return parse_index_or_slice(reader);
    if (!reader.take("*")) reader.refuse(selector_problem(reader));
    return WildcardSelector{};
}

/// Describes what follows a selector and is neither `,` nor `]`.
std::string bracket_problem(const JsonPathReader& reader) {
    const char c = reader.peek();
    std::string hint = operator_hint(reader);
    if (!hint.empty()) return hint;
    if (c == ')') return "this `)` has no matching `(`";
    if (c == ':') return "a slice has at most two `:`: start:end:step";
    return fmt::format("expected `,` or `]` after a selector, found {}", reader.describe_next());
}

std::vector<JsonPathSelector> parse_bracketed(JsonPathReader& reader) {
    const std::size_t start = reader.offset();
    reader.skip();
    std::vector<JsonPathSelector> selectors;
    do {
        reader.skip_blanks();
        if (reader.at_end()) reader.refuse_at(start, "this `[` is not closed");
        selectors.push_back(parse_selector(reader));
        reader.skip_blanks();
    } while (reader.take(","));
    if (reader.at_end()) reader.refuse_at(start, "this `[` is not closed");
    if (!reader.take("]")) reader.refuse(bracket_problem(reader));
    return selectors;
}

JsonPathSegment parse_segment(JsonPathReader& reader) {
    const bool descends = reader.take("..");
    const bool is_shorthand = descends ? reader.peek() != '[' : reader.take(".");
    if (is_shorthand) return {descends, {parse_shorthand(reader)}};
    return {descends, parse_bracketed(reader)};
}

/// Returns whether a segment's selectors, by their form, select at most one node.
bool is_singular(const JsonPathSegment& segment) {
    if (segment.descends || segment.selectors.size() != 1) return false;
    const JsonPathSelector& only = segment.selectors.front();
    return std::holds_alternative<NameSelector>(only) ||
           std::holds_alternative<IndexSelector>(only);
}

/// Returns why a query with this segment is not singular, if it is not; `text` is the segment's.
std::optional<std::string> non_singular_reason(const JsonPathSegment& segment,
                                               std::string_view text) {
    if (!is_singular(segment)) {
        return fmt::format("{} may select several nodes", backquoted(text));
    }
    const bool has_blanks = is_blank(text[1]) || is_blank(text[text.size() - 2]);
    if (!has_blanks) return std::nullopt;
    return fmt::format("{} has whitespace inside its brackets, which is not allowed here",
                       backquoted(text));
}

std::string root_problem(const JsonPathReader& reader) {
    const char c = reader.peek();
    if (is_blank(c)) return "a query begins with `$`; remove the whitespace before it";
    if (c == '@') {
        return "`@` is allowed only inside a filter, as in $[?@.name]; a query begins with `$`";
    }
    return fmt::format("a query begins with `$`, as in $.name or $[0]; found {}",
                       reader.describe_next());
}

}  // namespace

JsonPathQuery parse_query(JsonPathReader& reader) {
    if (!reader.take("$")) reader.refuse(root_problem(reader));
    JsonPathQuery query = parse_segments(reader, true);
    const std::size_t end = reader.offset();
    if (reader.skip_blanks() && reader.at_end()) {
        reader.refuse_at(end, "a query must not end with whitespace; remove it");
    }
    if (!reader.at_end()) {
        reader.refuse(fmt::format("unexpected {}; expected `.name`, `..name`, `[` or the end",
                                  reader.describe_next()));
    }
    return query;
}

JsonPathQuery parse_segments(JsonPathReader& reader, bool from_root) {
    JsonPathQuery query;
    query.from_root = from_root;
    // Whitespace is allowed only before a segment, not at the end of the whole query.
    while (reader.peek_after_blanks() == '.' || reader.peek_after_blanks() == '[') {
        reader.skip_blanks();
        const std::size_t start = reader.offset();
        query.segments.push_back(parse_segment(reader));
        if (query.non_singular || reader.error()) continue;
        auto reason = non_singular_reason(query.segments.back(), reader.text_since(start));
        if (reason) query.non_singular = {start, *std::move(reason)};
    }
    return query;
}

}  // namespace plumbline::jsonpath
