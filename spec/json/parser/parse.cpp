#include "spec/json/parse.hpp"

#include "spec/base/text.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parser/simdjson_parse.hpp"
#include "spec/json/parser/text_validation.hpp"
#include "spec/json/parser/tree_builder.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>

namespace plumbline {
namespace {

/// Passes the text to the library character by character and records how far the library has read;
/// the library itself reports its position only when it fails.
class PositionedIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    PositionedIterator(const char* at, const char** reached) : at_(at), consumed_(reached) {}
    reference operator*() const { return *at_; }
    PositionedIterator& operator++() {
        *consumed_ = ++at_;
        return *this;
    }
    bool operator==(const PositionedIterator& other) const { return at_ == other.at_; }
    bool operator!=(const PositionedIterator& other) const { return at_ != other.at_; }

  private:
    const char* at_;
    const char** consumed_;
};

/// The library's id of a number that is too large for a double.
constexpr int kNumberOverflow = 406;

bool is_number_character(char c) {
    return std::string_view("0123456789+-.eE").find(c) != std::string_view::npos;
}

/// Returns why a double does not represent its digits; nothing if it does. A fraction may be
/// rounded, as in every parser, also to zero; an integer may not.
std::optional<std::string> number_problem(double value, std::string_view digits) {
    const bool is_integer = digits.find_first_of(".eE") == std::string_view::npos;
    if (!is_integer || fmt::format("{:.0f}", value) == digits) return std::nullopt;
    return fmt::format("the integer {} does not fit into 64 bits; write it as a string", digits);
}

/// Returns where the text that begins before `at` ends: behind its closing quote.
std::size_t end_of_text(std::string_view json, std::size_t at) {
    for (; at < json.size() && json[at] != '"'; ++at) {
        if (json[at] == '\\') ++at;
    }
    return std::min(at + 1, json.size());
}

/// Returns the JSON text with the largest double in place of each larger number.
std::string with_finite_numbers(std::string_view json) {
    std::string result;
    result.reserve(json.size());
    for (std::size_t at = 0; at < json.size();) {
        const std::size_t begin = at++;
        const char first = json[begin];
        if (first == '"') at = end_of_text(json, at);
        const bool is_number = first == '-' || (first >= '0' && first <= '9');
        while (is_number && at < json.size() && is_number_character(json[at])) ++at;
        const std::string_view token = json.substr(begin, at - begin);
        const bool is_infinite =
            is_number && std::isinf(std::strtod(std::string(token).c_str(), nullptr));
        if (is_infinite)
            result += first == '-' ? "-1.7976931348623157e308" : "1.7976931348623157e308";
        else
            result += token;
    }
    return result;
}

/// Returns the library's message without its number and without its copy of the input.
std::string parse_error_message(std::string_view what) {
    constexpr std::string_view kStart = "syntax error ";
    if (const auto start = what.find(kStart); start != std::string_view::npos) {
        what.remove_prefix(start + kStart.size());
    }
    const std::string_view context = what.substr(0, what.find(" - "));
    const std::string_view rest = what.substr(std::min(what.size(), context.size() + 3));
    // The copy ends with the unexpected byte, which may be the first of a character.
    constexpr std::string_view kCopy = "; last read: ";
    return fmt::format("not JSON, {}: {}", context, rest.substr(0, rest.find(kCopy)));
}

/// Passes the library's events to the builder and stops at input that we refuse.
class CheckedJsonReader final : public nlohmann::json_sax<Json> {
  public:
    CheckedJsonReader(std::string_view text,
                      std::string_view name,
                      const JsonLimits& limits,
                      PositionTracking positions)
        : text_(text),
          name_(name),
          max_depth_(static_cast<std::size_t>(limits.max_depth)),
          has_exact_numbers_(limits.inexact_numbers == InexactNumbers::kRefuse),
          keep_positions_(positions == PositionTracking::kKeep),
          consumed_(text.data()),
          lines_(text),
          tree_(positions) {}

    /// Parses the text into the builder, which then has the value and its positions.
    [[nodiscard]] Result<TreeBuilder> read() {
        const PositionedIterator begin(text_.data(), &consumed_);
        const PositionedIterator end(text_.data() + text_.size(), &consumed_);
        if (Json::sax_parse(begin, end, this)) return std::move(tree_);
        return fail(*std::move(error_));
    }

    /// Returns whether reading ended at a number that is too large for a double.
    [[nodiscard]] bool has_overflow() const { return has_overflow_; }

    bool null() override { return put(Json(), offset() - 4); }
    bool boolean(bool value) override { return put(Json(value), offset() - (value ? 4 : 5)); }
    bool number_integer(number_integer_t value) override {
        // Zero has no sign here: otherwise -0 would have another type than 0.
        return put(value == 0 ? Json(0U) : Json(value), number_start());
    }
    bool number_unsigned(number_unsigned_t value) override {
        return put(Json(value), number_start());
    }
    bool number_float(number_float_t value, const string_t& digits) override {
        auto problem = has_exact_numbers_ ? number_problem(value, digits) : std::nullopt;
        if (!problem) return put(Json(value), number_start());
        return fail_at(ErrorCode::kLimit, *std::move(problem), number_start());
    }
    bool string(string_t& value) override { return put(Json(std::move(value)), string_start()); }
    bool binary(binary_t&) override { return false; }  // JSON text has none

    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& key) override {
        const std::size_t at = string_start();
        if (tree_.key(key, position(at))) return true;
        return fail_at(ErrorCode::kSyntax,
                       fmt::format("the key \"{}\" occurs twice in one object; remove one", key),
                       at);
    }

    bool parse_error(std::size_t read,
                     const std::string& token,
                     const Json::exception& e) override {
        if (e.id == kNumberOverflow) {
            has_overflow_ = true;
            return fail_at(ErrorCode::kLimit,
                           fmt::format("the number {} is too large for a double", token),
                           number_start());
        }
        return fail_at(ErrorCode::kSyntax, parse_error_message(e.what()), read == 0 ? 0 : read - 1);
    }

  private:
    [[nodiscard]] std::size_t offset() const {
        return static_cast<std::size_t>(consumed_ - text_.data());
    }

    /// Returns the start of the last string: searches back for the quote that no backslash escapes.
    [[nodiscard]] std::size_t string_start() const {
        std::size_t at = text_.rfind('"', offset() - 2);
        while (at > 0 && text_[at - 1] == '\\') at = text_.rfind('"', at - 1);
        return at;
    }

    /// Returns the start of the last number. The library has also read the character after it,
    /// which marks its end.
    [[nodiscard]] std::size_t number_start() const {
        std::size_t at = offset();
        if (!is_number_character(text_[at - 1])) --at;
        while (at > 0 && is_number_character(text_[at - 1])) --at;
        return at;
    }

    [[nodiscard]] SourcePosition position(std::size_t at) {
        return keep_positions_ ? lines_.position(at) : SourcePosition{};
    }

    bool put(Json value, std::size_t at) {
        tree_.put(std::move(value), position(at));
        return true;
    }

    bool open(Json container) {
        if (tree_.depth() >= max_depth_) {
            return fail_at(ErrorCode::kLimit,
                           fmt::format("nested more than {} levels deep", max_depth_),
                           offset() - 1);
        }
        tree_.open(std::move(container), position(offset() - 1));
        return true;
    }

    bool close() {
        tree_.close();
        return true;
    }

    bool fail_at(ErrorCode code, std::string message, std::size_t at) {
        error_ = error_at(code, std::move(message), text_, name_, at);
        return false;
    }

    std::string_view text_;
    std::string_view name_;
    std::size_t max_depth_;
    bool has_exact_numbers_;
    bool keep_positions_;
    const char* consumed_;
    LineCounter lines_;
    TreeBuilder tree_;
    std::optional<Error> error_;
    bool has_overflow_ = false;
};

Result<TreeBuilder> read_json(std::string_view text,
                              std::string_view name,
                              const JsonLimits& limits,
                              PositionTracking positions) {
    if (auto problem = find_text_error(text, name, limits.max_bytes))
        return fail(*std::move(problem));
    CheckedJsonReader reader(text, name, limits, positions);
    auto tree = reader.read();
    if (!reader.has_overflow() || limits.inexact_numbers == InexactNumbers::kRefuse) return tree;
    return CheckedJsonReader(with_finite_numbers(text), name, limits, positions).read();
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view name, const JsonLimits& limits) {
    if (text.size() <= limits.max_bytes) {
        if (auto value = simdjson_parse(text, limits.max_depth)) return *std::move(value);
    }
    auto tree = read_json(text, name, limits, PositionTracking::kDiscard);
    if (!tree) return fail(std::move(tree.error()));
    return std::move(*tree->take_root());
}

bool begins_like_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return false;
    if (text[first] == '{' || text[first] == '[') return true;
    return text.find_first_not_of("0123456789+-.eE \t\r\n", first) == std::string_view::npos;
}

bool takes_more_memory(std::string_view text, std::size_t limit) {
    // Of the value on a 64-bit machine, and of the parser's list of its parts.
    constexpr std::size_t kItem = 16;
    constexpr std::size_t kContainer = 80;
    constexpr std::size_t kText = 56;
    constexpr std::size_t kMember = 48;  // beside its name, which is a text
    constexpr std::size_t kScalar = 16;
    constexpr std::size_t kMostOfByte = kContainer + 1;
    // A longer number is copied several times, and converted with exact arithmetic.
    constexpr std::size_t kShortNumber = 64;
    if (text.size() <= limit / kMostOfByte) return false;
    std::size_t memory = text.size();
    for (std::size_t at = 0; at < text.size() && memory <= limit; ++at) {
        const char c = text[at];
        if (c == '"') {
            const std::size_t end = end_of_text(text, at + 1);
            memory += kText + 2 * (end - at);
            at = end - 1;
        } else if (c == '{' || c == '[') {
            memory += kContainer;
        } else if (c == ',') {
            memory += kItem;
        } else if (c == ':') {
            memory += kMember;
        } else if (is_ascii_digit(c) || is_ascii_letter(c)) {
            const std::size_t end = std::min(text.find_first_of(",]} \t\r\n", at), text.size());
            memory += kScalar * (end - at > kShortNumber ? end - at : 1);
            at = end - 1;
        }
    }
    return memory > limit;
}

Result<Json> parse_foreign_json(std::string_view text, std::string_view name) {
    return parse_json(text, name, kForeignJsonLimits);
}

Result<Document> parse_json_document(std::string_view text,
                                     std::string_view file,
                                     const JsonLimits& limits) {
    auto tree = read_json(text, file, limits, PositionTracking::kKeep);
    if (!tree) return fail(std::move(tree.error()));
    return Document{std::string(file), tree->take_root(), tree->take_positions()};
}

}  // namespace plumbline
