#include "spec/jsonpath/literals.hpp"
#include "spec/jsonpath/parser.hpp"

#include <fmt/format.h>

namespace plumbline::jsonpath {
namespace {

/// Returns whether a segment's selectors, by their form, select at most one node.
bool is_singular(const JsonPathSegment& segment) {
    if (segment.descends || segment.selectors.size() != 1) return false;
    const JsonPathSelector& only = segment.selectors.front();
    return std::holds_alternative<NameSelector>(only) ||
           std::holds_alternative<IndexSelector>(only);
}

}  // namespace

JsonPathResult<JsonPathQuery> JsonPathParser::parse() {
    if (reader_.text().size() > kMaxQueryBytes) {
        return fail_at(kMaxQueryBytes,
                       fmt::format("a query of {} bytes; at most {} are allowed",
                                   reader_.text().size(),
                                   kMaxQueryBytes),
                       ErrorCode::kLimit);
    }
    if (!reader_.take("$")) return root_error();
    auto parsed = parse_segments(true);
    if (!parsed) return forward_error(parsed);
    if (!reader_.at_end()) return end_error();
    return std::move(parsed->query);
}

JsonPathResult<void> JsonPathParser::enter_nesting() {
    if (++nesting_ <= kMaxNesting) return {};
    return fail_at(
        reader_.offset(),
        fmt::format("filters, parentheses and calls more than {} levels deep", kMaxNesting),
        ErrorCode::kLimit);
}

/// Parses the segments after `$` or `@`.
JsonPathResult<JsonPathParser::ParsedQuery> JsonPathParser::parse_segments(bool from_root) {
    ParsedQuery parsed;
    parsed.query.from_root = from_root;
    while (true) {
        const std::size_t before = reader_.offset();
        reader_.skip_blanks();
        if (reader_.peek() != '.' && reader_.peek() != '[') {
            // Whitespace is allowed only before a segment, not at the end of the whole query.
            reader_.rewind_to(before);
            break;
        }
        if (auto done = parse_segment(parsed); !done) return forward_error(done);
    }
    parsed.query.is_singular = !parsed.non_singular;
    return parsed;
}

JsonPathResult<void> JsonPathParser::parse_segment(ParsedQuery& parsed) {
    const std::size_t start = reader_.offset();
    JsonPathSegment segment;
    bool has_blanks = false;
    segment.descends = reader_.take("..");
    const bool is_shorthand = segment.descends ? reader_.peek() != '[' : reader_.take(".");
    if (is_shorthand) {
        auto only = parse_shorthand();
        if (!only) return forward_error(only);
        segment.selectors.push_back(*std::move(only));
    } else {
        auto selectors = parse_bracketed(has_blanks);
        if (!selectors) return forward_error(selectors);
        segment.selectors = *std::move(selectors);
    }
    if (!parsed.non_singular && !is_singular(segment)) {
        parsed.non_singular = {
            start,
            fmt::format("{} may select several nodes", backquoted(reader_.text_since(start)))};
    } else if (!parsed.non_singular && has_blanks) {
        parsed.non_singular = {
            start,
            fmt::format("{} has whitespace inside its brackets, which is not allowed here",
                        backquoted(reader_.text_since(start)))};
    }
    parsed.query.segments.push_back(std::move(segment));
    return {};
}

/// Parses the name or `*` after one or two dots.
JsonPathResult<JsonPathSelector> JsonPathParser::parse_shorthand() {
    if (reader_.take("*")) return WildcardSelector{};
    const std::string_view name = read_shorthand(reader_);
    if (name.empty()) return shorthand_error();
    return NameSelector{std::string(name)};
}

JsonPathResult<std::vector<JsonPathSelector>> JsonPathParser::parse_bracketed(bool& has_blanks) {
    const std::size_t start = reader_.offset();
    reader_.skip();
    std::vector<JsonPathSelector> selectors;
    do {
        has_blanks |= reader_.skip_blanks();
        if (reader_.at_end()) return fail_at(start, "this `[` is not closed");
        auto next = parse_selector();
        if (!next) return forward_error(next);
        selectors.push_back(*std::move(next));
        has_blanks |= reader_.skip_blanks();
    } while (reader_.take(","));
    if (reader_.at_end()) return fail_at(start, "this `[` is not closed");
    if (!reader_.take("]")) return bracket_error();
    return selectors;
}

JsonPathResult<JsonPathSelector> JsonPathParser::parse_selector() {
    const char c = reader_.peek();
    if (c == '\'' || c == '"') {
        auto name = read_text(reader_);
        if (!name) return forward_error(name);
        return NameSelector{*std::move(name)};
    }
    if (c == '?') return parse_filter();
    if (c == ':' || c == '-' || is_digit(c)) return parse_index_or_slice();
    if (reader_.take("*")) return WildcardSelector{};
    return selector_error();
}

JsonPathResult<JsonPathSelector> JsonPathParser::parse_index_or_slice() {
    SliceSelector slice;
    if (reader_.peek() != ':') {
        const auto start = read_integer(reader_);
        if (!start) return tl::unexpected<JsonPathError>(start.error());
        const std::size_t before = reader_.offset();
        reader_.skip_blanks();
        if (reader_.peek() != ':') {
            reader_.rewind_to(before);
            return IndexSelector{*start};
        }
        slice.start = *start;
    }
    reader_.skip();
    auto end = parse_slice_bound();
    if (!end) return forward_error(end);
    slice.end = *end;
    if (reader_.take(":")) {
        auto step = parse_slice_bound();
        if (!step) return forward_error(step);
        slice.step = step->value_or(1);
    }
    return slice;
}

/// Parses a slice's end or step, if there is one, and the whitespace around it.
JsonPathResult<std::optional<std::int64_t>> JsonPathParser::parse_slice_bound() {
    reader_.skip_blanks();
    if (reader_.peek() != '-' && !is_digit(reader_.peek())) return std::nullopt;
    const auto integer = read_integer(reader_);
    if (!integer) return tl::unexpected<JsonPathError>(integer.error());
    reader_.skip_blanks();
    return *integer;
}

JsonPathResult<JsonPathSelector> JsonPathParser::parse_filter() {
    if (auto deeper = enter_nesting(); !deeper) return forward_error(deeper);
    reader_.skip();
    reader_.skip_blanks();
    auto condition = parse_or();
    if (!condition) return forward_error(condition);
    leave_nesting();
    return FilterSelector{std::make_shared<const LogicalExpression>(*std::move(condition))};
}

tl::unexpected<JsonPathError> JsonPathParser::root_error() const {
    if (is_blank(reader_.peek()))
        return fail_at(0, "a query begins with `$`; remove the whitespace before it");
    if (reader_.peek() == '@') {
        return fail_at(
            0, "`@` is allowed only inside a filter, as in $[?@.name]; a query begins with `$`");
    }
    return fail_at(0,
                   fmt::format("a query begins with `$`, as in $.name or $[0]; found {}",
                               reader_.describe_next()));
}

tl::unexpected<JsonPathError> JsonPathParser::end_error() const {
    JsonPathReader next = reader_;
    next.skip_blanks();
    if (next.at_end())
        return fail_at(reader_.offset(), "a query must not end with whitespace; remove it");
    return fail_at(next.offset(),
                   fmt::format("unexpected {}; expected `.name`, `..name`, `[` or the end",
                               next.describe_next()));
}

tl::unexpected<JsonPathError> JsonPathParser::shorthand_error() const {
    const char c = reader_.peek();
    if (is_blank(c))
        return fail_at(reader_.offset(), "no whitespace is allowed after a dot; remove it");
    if (c == '[') {
        return fail_at(reader_.offset(),
                       "a single dot before `[` is not allowed; write ['name'] without a dot or "
                       "..['name'] with two");
    }
    if (c == '\'' || c == '"') {
        return fail_at(reader_.offset(), "a name in quotes must be in brackets: ['name']");
    }
    return fail_at(
        reader_.offset(),
        fmt::format("expected `*` or a name of letters, digits and `_` after a dot, found {}; "
                    "write other names in brackets: ['other name'], [0]",
                    reader_.describe_next()));
}

tl::unexpected<JsonPathError> JsonPathParser::selector_error() const {
    const char c = reader_.peek();
    if (c == ']' || c == ',') {
        return fail_at(reader_.offset(), fmt::format("expected a selector before `{}`", c));
    }
    if (c == '@' || c == '$' || c == '(' || c == '!') {
        return fail_at(reader_.offset(), "a filter begins with `?`, as in [?@.name == 1]");
    }
    if (c == '+') return fail_at(reader_.offset(), "an index has no `+`; remove it");
    return fail_at(
        reader_.offset(),
        fmt::format("expected a selector, found {}: 'name' (in quotes), an index, a slice "
                    "(1:3), `*` or a filter (?@.name)",
                    reader_.describe_next()));
}

/// Returns the error for a selector that is followed by neither `,` nor `]`.
tl::unexpected<JsonPathError> JsonPathParser::bracket_error() const {
    const char c = reader_.peek();
    const std::string hint = operator_hint();
    if (!hint.empty()) return fail_at(reader_.offset(), hint);
    if (c == ')') return fail_at(reader_.offset(), "this `)` has no matching `(`");
    if (c == ':') return fail_at(reader_.offset(), "a slice has at most two `:`: start:end:step");
    return fail_at(
        reader_.offset(),
        fmt::format("expected `,` or `]` after a selector, found {}", reader_.describe_next()));
}

}  // namespace plumbline::jsonpath
