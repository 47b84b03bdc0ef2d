#include "conformance/expressions/path.hpp"

#include "conformance/expressions/forms.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace plumbline::expressions {
namespace {

// RFC 9110, `tchar`.
bool is_header_name_byte(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) != 0 ||
           std::string_view{"!#$%&'*+-.^_`|~"}.find(byte) != std::string_view::npos;
}

tl::unexpected<Fault> no_such_form(std::string_view text) {
    const std::string_view word = identifier_at(text, 1);
    if (is_root_word(word)) {
        return fault(word.size() + 1, fmt::format("expected {}", usages_text(word)));
    }
    const std::string nearest = nearest_root_word(word);
    return fault(1,
                 fmt::format("`${}` starts no expression; {}",
                             word,
                             nearest.empty() ? "expected one of " + root_words_text()
                                             : "did you mean $" + nearest + "?"));
}

// Reads names, indexes and the pointer behind a prefix.
class AccessReader {
  public:
    AccessReader(std::string_view text, std::size_t start) : text_(text), at_(start) {}

    Parse<void> read(Path& path, bool begins_with_name) {
        if (begins_with_name) {
            if (auto name = read_name(path); !name) return name;
        }
        while (at_ < text_.size()) {
            const char byte = text_[at_];
            if (byte == '#') return read_pointer(path);
            if (byte != '.' && byte != '[') return unexpected_byte();
            ++at_;
            auto part = byte == '.' ? read_name(path) : read_index(path);
            if (!part) return part;
        }
        return {};
    }

  private:
    Parse<void> read_name(Path& path) {
        const std::string_view name = identifier_at(text_, at_);
        if (name.empty()) {
            return fault(at_,
                         fmt::format("expected a name of letters, digits, `_` and `-`, found {}; "
                                     "write other names as a JSON pointer: #/name",
                                     character_at(text_, at_)));
        }
        path.accesses.push_back({std::string{name}, std::nullopt});
        at_ += name.size();
        return {};
    }

    Parse<void> read_index(Path& path) {
        constexpr std::size_t kMaxDigits = 9;
        std::size_t end = at_;
        while (end < text_.size() && std::isdigit(static_cast<unsigned char>(text_[end])) != 0)
            ++end;
        const std::size_t digits = end - at_;
        if (digits == 0 || digits > kMaxDigits || end == text_.size() || text_[end] != ']') {
            return fault(at_, "expected an index from 0 and `]`, as in [0]");
        }
        path.accesses.push_back({"", std::stoul(std::string{text_.substr(at_, digits)})});
        at_ = end + 1;
        return {};
    }

    Parse<void> read_pointer(Path& path) {
        auto pointer = JsonPointer::parse(text_.substr(at_ + 1));
        if (!pointer) return fault(at_ + 1, pointer.error().message);
        path.pointer = *std::move(pointer);
        return {};
    }

    [[nodiscard]] Parse<void> unexpected_byte() const {
        return fault(
            at_,
            fmt::format("unexpected {} behind `{}`; expected `.name`, `[0]`, `#/pointer` or "
                        "the end (inside text an expression stands in braces: {{{}}})",
                        character_at(text_, at_),
                        text_.substr(0, at_),
                        text_.substr(0, at_)));
    }

    std::string_view text_;
    std::size_t at_;
};

Parse<void> check_names(const Path& path, const Form& form) {
    const auto is_name = [&](std::size_t i) {
        return i < path.accesses.size() && !path.accesses[i].index;
    };
    const std::vector<std::string_view> words = split(form.words, '|');
    std::size_t offset = form.prefix.size();
    for (std::size_t i = 0; i < form.names; ++i) {
        const bool fits =
            is_name(i) &&
            (i != 1 || form.words.empty() ||
             std::find(words.begin(), words.end(), path.accesses[i].name) != words.end());
        if (!fits) {
            return fault(std::min(offset, path.text.size()),
                         fmt::format("expected {}", form.usage));
        }
        offset += path.accesses[i].name.size() + 1;
    }
    return {};
}

Parse<void> read_field(Path& path, const Form& form) {
    path.field = path.text.substr(form.prefix.size());
    if (path.field.empty()) return fault(path.text.size(), fmt::format("expected {}", form.usage));
    if (form.root == Root::kRequestQuery || form.root == Root::kRequestPath) return {};
    const auto bad = std::find_if_not(path.field.begin(), path.field.end(), is_header_name_byte);
    if (bad == path.field.end()) return {};
    const std::size_t offset =
        form.prefix.size() + static_cast<std::size_t>(bad - path.field.begin());
    return fault(
        offset, fmt::format("{} cannot stand in a header's name", character_at(path.text, offset)));
}

Parse<void> read_nothing(const Path& path, const Form& form) {
    const std::size_t end = form.prefix.size();
    if (path.text.size() == end) return {};
    return fault(end,
                 fmt::format("unexpected {} behind `{}`; expected the end (inside text an "
                             "expression stands in braces: {{{}}})",
                             character_at(path.text, end),
                             form.prefix,
                             form.prefix));
}

Parse<void> read_tail(Path& path, const Form& form) {
    switch (form.tail) {
        case Tail::kNothing:
            return read_nothing(path, form);
        case Tail::kField:
            return read_field(path, form);
        case Tail::kAccess:
            break;
    }
    AccessReader reader{path.text, form.prefix.size()};
    return reader.read(path, form.names > 0).and_then([&] { return check_names(path, form); });
}

void add_once(std::vector<std::string>& list, std::string name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(std::move(name));
}

}  // namespace

Parse<Path> parse_path(std::string_view text) {
    if (text.size() > kMaxExpressionBytes) {
        return fault(
            kMaxExpressionBytes,
            fmt::format(
                "an expression of {} bytes; at most {} are read", text.size(), kMaxExpressionBytes),
            ErrorCode::kLimit);
    }
    if (text.empty() || text.front() != '$') {
        return fault(0, "expected a runtime expression, which begins with `$`");
    }
    const Form* form = form_of(text);
    if (form == nullptr) return no_such_form(text);
    Path path;
    path.text = text;
    path.root = form->root;
    if (auto tail = read_tail(path, *form); !tail) return tl::unexpected<Fault>(tail.error());
    return path;
}

Parse<bool> begins_expression(std::string_view text) {
    if (text.empty() || text.front() != '$') return false;
    const std::string_view word = identifier_at(text, 1);
    if (is_root_word(word)) return true;
    // Short words are near to everything (`$ref.` to `$self.`), so only long ones count as
    // misspelt.
    constexpr std::size_t kMisspeltFrom = 5;
    const std::size_t end = word.size() + 1;
    if (word.size() < kMisspeltFrom || end >= text.size() || text[end] != '.') return false;
    if (nearest_root_word(word).empty()) return false;
    return no_such_form(text);
}

std::optional<std::size_t> Path::dotted_name_at() const {
    const std::size_t names = form_of(root).names;
    return names == 0 ? std::nullopt : std::optional{names - 1};
}

std::string Path::dotted_name(std::size_t first) const {
    std::vector<std::string> names;
    for (std::size_t i = first; i < accesses.size() && !accesses[i].index; ++i) {
        names.push_back(accesses[i].name);
    }
    return join(names, ".");
}

Expression::Uses Path::uses() const {
    Expression::Uses uses;
    switch (root) {
        case Root::kInputs:
            uses.inputs.push_back(dotted_name(0));
            break;
        case Root::kWorkflows:
            uses.workflows.push_back(accesses[0].name);
            break;
        case Root::kSourceDescriptions:
            uses.sources.push_back(accesses[0].name);
            break;
        case Root::kSteps:
            uses.steps.push_back(accesses[0].name);
            uses.outputs.push_back(accesses[0].name + '.' + dotted_name(2));
            break;
        case Root::kMessageHeader:
        case Root::kMessagePayload:
            uses.message = true;
            break;
        default:
            break;  // the exchange and the document are always there
    }
    return uses;
}

void merge_uses(Expression::Uses& uses, const Expression::Uses& more) {
    uses.message = uses.message || more.message;
    for (const std::string& name : more.steps) add_once(uses.steps, name);
    for (const std::string& name : more.outputs) add_once(uses.outputs, name);
    for (const std::string& name : more.workflows) add_once(uses.workflows, name);
    for (const std::string& name : more.inputs) add_once(uses.inputs, name);
    for (const std::string& name : more.sources) add_once(uses.sources, name);
    for (const std::string& what : more.unsupported) add_once(uses.unsupported, what);
}

}  // namespace plumbline::expressions
