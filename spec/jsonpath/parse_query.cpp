#include "spec/jsonpath/literals.hpp"
#include "spec/jsonpath/parser.hpp"

#include <fmt/format.h>

namespace plumbline::jsonpath {
namespace {

/// Says whether a segment's selectors, by their form, give at most one node.
bool is_singular(const Segment& segment) {
    if (segment.descends || segment.selectors.size() != 1) return false;
    const Selector& only = segment.selectors.front();
    return std::holds_alternative<NameSelector>(only) ||
           std::holds_alternative<IndexSelector>(only);
}

}  // namespace

Parse<Query> Parser::parse() {
    if (reader_.text().size() > kMaxQueryBytes) {
        return fault(
            kMaxQueryBytes,
            fmt::format(
                "a query of {} bytes; at most {} are read", reader_.text().size(), kMaxQueryBytes),
            ErrorCode::kLimit);
    }
    if (!reader_.take("$")) return no_root();
    auto parsed = segments(true);
    if (!parsed) return passed_on(parsed);
    if (!reader_.at_end()) return no_end();
    return std::move(parsed->query);
}

Parse<void> Parser::nest() {
    if (++nesting_ <= kMaxNesting) return {};
    return fault(
        reader_.offset(),
        fmt::format("filters, parentheses and calls more than {} levels deep", kMaxNesting),
        ErrorCode::kLimit);
}

/// Reads what stands behind `$` or `@`.
Parse<Parser::ParsedQuery> Parser::segments(bool from_root) {
    ParsedQuery parsed;
    parsed.query.from_root = from_root;
    while (true) {
        const std::size_t before = reader_.offset();
        reader_.skip_blanks();
        if (reader_.peek() != '.' && reader_.peek() != '[') {
            // Blanks stand only before a segment: not at the end of the whole query.
            reader_.go_back_to(before);
            break;
        }
        if (auto done = segment(parsed); !done) return passed_on(done);
    }
    parsed.query.is_singular = !parsed.plural;
    return parsed;
}

Parse<void> Parser::segment(ParsedQuery& parsed) {
    const std::size_t start = reader_.offset();
    Segment segment;
    bool has_blanks = false;
    segment.descends = reader_.take("..");
    const bool is_shorthand = segment.descends ? reader_.peek() != '[' : reader_.take(".");
    if (is_shorthand) {
        auto only = shorthand();
        if (!only) return passed_on(only);
        segment.selectors.push_back(*std::move(only));
    } else {
        auto selectors = bracketed(has_blanks);
        if (!selectors) return passed_on(selectors);
        segment.selectors = *std::move(selectors);
    }
    if (!parsed.plural && !is_singular(segment)) {
        parsed.plural = {
            start, fmt::format("{} may select several nodes", backquoted(reader_.since(start)))};
    } else if (!parsed.plural && has_blanks) {
        parsed.plural = {
            start,
            fmt::format("{} has blanks inside its brackets, where such a query has none",
                        backquoted(reader_.since(start)))};
    }
    parsed.query.segments.push_back(std::move(segment));
    return {};
}

/// Reads what stands behind a dot, or two.
Parse<Selector> Parser::shorthand() {
    if (reader_.take("*")) return WildcardSelector{};
    const std::string_view name = read_shorthand(reader_);
    if (name.empty()) return no_shorthand();
    return NameSelector{std::string(name)};
}

Parse<std::vector<Selector>> Parser::bracketed(bool& has_blanks) {
    const std::size_t start = reader_.offset();
    reader_.skip();
    std::vector<Selector> selectors;
    do {
        has_blanks |= reader_.skip_blanks();
        if (reader_.at_end()) return fault(start, "this `[` is not closed");
        auto next = selector();
        if (!next) return passed_on(next);
        selectors.push_back(*std::move(next));
        has_blanks |= reader_.skip_blanks();
    } while (reader_.take(","));
    if (reader_.at_end()) return fault(start, "this `[` is not closed");
    if (!reader_.take("]")) return no_bracket();
    return selectors;
}

Parse<Selector> Parser::selector() {
    const char c = reader_.peek();
    if (c == '\'' || c == '"') {
        auto name = read_text(reader_);
        if (!name) return passed_on(name);
        return NameSelector{*std::move(name)};
    }
    if (c == '?') return filter();
    if (c == ':' || c == '-' || is_digit(c)) return index_or_slice();
    if (reader_.take("*")) return WildcardSelector{};
    return no_selector();
}

Parse<Selector> Parser::index_or_slice() {
    SliceSelector slice;
    if (reader_.peek() != ':') {
        const auto start = read_integer(reader_);
        if (!start) return tl::unexpected<Fault>(start.error());
        const std::size_t before = reader_.offset();
        reader_.skip_blanks();
        if (reader_.peek() != ':') {
            reader_.go_back_to(before);
            return IndexSelector{*start};
        }
        slice.start = *start;
    }
    reader_.skip();
    auto end = slice_part();
    if (!end) return passed_on(end);
    slice.end = *end;
    if (reader_.take(":")) {
        auto step = slice_part();
        if (!step) return passed_on(step);
        slice.step = step->value_or(1);
    }
    return slice;
}

/// Reads a slice's end or step, if there is one, and the blanks around it.
Parse<std::optional<std::int64_t>> Parser::slice_part() {
    reader_.skip_blanks();
    if (reader_.peek() != '-' && !is_digit(reader_.peek())) return std::nullopt;
    const auto integer = read_integer(reader_);
    if (!integer) return tl::unexpected<Fault>(integer.error());
    reader_.skip_blanks();
    return *integer;
}

Parse<Selector> Parser::filter() {
    if (auto deeper = nest(); !deeper) return passed_on(deeper);
    reader_.skip();
    reader_.skip_blanks();
    auto condition = any();
    if (!condition) return passed_on(condition);
    leave();
    return FilterSelector{std::make_shared<const Condition>(*std::move(condition))};
}

tl::unexpected<Fault> Parser::no_root() const {
    if (is_blank(reader_.peek())) return fault(0, "a query begins with `$`; leave out the blanks");
    if (reader_.peek() == '@') {
        return fault(0,
                     "`@` stands only within a filter, as in $[?@.name]; a query begins with `$`");
    }
    return fault(
        0, fmt::format("a query begins with `$`, as in $.name or $[0]; found {}", reader_.found()));
}

tl::unexpected<Fault> Parser::no_end() const {
    Reader behind = reader_;
    behind.skip_blanks();
    if (behind.at_end())
        return fault(reader_.offset(), "a query ends without blanks; leave them out");
    return fault(
        behind.offset(),
        fmt::format("unexpected {}; expected `.name`, `..name`, `[` or the end", behind.found()));
}

tl::unexpected<Fault> Parser::no_shorthand() const {
    const char c = reader_.peek();
    if (is_blank(c)) return fault(reader_.offset(), "no blank stands behind a dot; leave it out");
    if (c == '[') {
        return fault(reader_.offset(),
                     "one dot and `[` do not go together; write ['name'] without a dot or "
                     "..['name'] with two");
    }
    if (c == '\'' || c == '"') {
        return fault(reader_.offset(), "a name in quotes stands in brackets: ['name']");
    }
    return fault(
        reader_.offset(),
        fmt::format("behind a dot expected `*` or a name of letters, digits and `_`, found "
                    "{}; other names stand in brackets: ['other name'], [0]",
                    reader_.found()));
}

tl::unexpected<Fault> Parser::no_selector() const {
    const char c = reader_.peek();
    if (c == ']' || c == ',') {
        return fault(reader_.offset(), fmt::format("expected a selector before `{}`", c));
    }
    if (c == '@' || c == '$' || c == '(' || c == '!') {
        return fault(reader_.offset(), "a filter begins with `?`, as in [?@.name == 1]");
    }
    if (c == '+') return fault(reader_.offset(), "an index has no `+`; leave it out");
    return fault(reader_.offset(),
                 fmt::format("expected a selector, found {}: 'name' (in quotes), an index, a slice "
                             "(1:3), `*` or a filter (?@.name)",
                             reader_.found()));
}

/// Says what is wrong where a selector is followed by neither `,` nor `]`.
tl::unexpected<Fault> Parser::no_bracket() const {
    const char c = reader_.peek();
    const std::string hint = operator_hint();
    if (!hint.empty()) return fault(reader_.offset(), hint);
    if (c == ')') return fault(reader_.offset(), "this `)` closes nothing");
    if (c == ':') return fault(reader_.offset(), "a slice has two `:` at most: start:end:step");
    return fault(reader_.offset(),
                 fmt::format("expected `,` or `]` behind a selector, found {}", reader_.found()));
}

}  // namespace plumbline::jsonpath
