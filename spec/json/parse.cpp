#include "spec/json/parse.hpp"

#include "spec/json/document.hpp"
#include "spec/json/quick_parse.hpp"
#include "spec/json/text_guard.hpp"
#include "spec/json/tree_builder.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <iterator>
#include <optional>

namespace plumbline {
namespace {

/// Hands the text to the library character by character and tells how far it has got; the library
/// itself says where it stands only when it fails.
class Feed {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Feed(const char* at, const char** reached) : at_(at), reached_(reached) {}
    reference operator*() const { return *at_; }
    Feed& operator++() {
        *reached_ = ++at_;
        return *this;
    }
    bool operator==(const Feed& other) const { return at_ == other.at_; }
    bool operator!=(const Feed& other) const { return at_ != other.at_; }

  private:
    const char* at_;
    const char** reached_;
};

bool is_number_character(char c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

/// Says why a double does not hold what its digits say; nothing if it does. A fraction may be
/// rounded, as everywhere; an integer may not, nor may a number vanish.
std::optional<std::string> number_problem(double value, std::string_view digits) {
    if (digits.find_first_of(".eE") == std::string_view::npos) {
        if (fmt::format("{:.0f}", value) == digits) return std::nullopt;
        return fmt::format("the integer {} does not fit into 64 bits; write it as a string",
                           digits);
    }
    const std::string_view mantissa = digits.substr(0, digits.find_first_of("eE"));
    if (value != 0 || mantissa.find_first_of("123456789") == std::string_view::npos) {
        return std::nullopt;
    }
    return fmt::format("the number {} is too small for a double", digits);
}

/// Returns the library's complaint without its numbering and without its copy of the input.
std::string complaint(std::string_view what) {
    constexpr std::string_view kStart = "syntax error ";
    if (const auto start = what.find(kStart); start != std::string_view::npos) {
        what.remove_prefix(start + kStart.size());
    }
    const std::string_view context = what.substr(0, what.find(" - "));
    const std::string_view rest = what.substr(std::min(what.size(), context.size() + 3));
    // The copy ends in the byte that did not fit, perhaps the first of a character.
    constexpr std::string_view kCopy = "; last read: ";
    return fmt::format("not JSON, {}: {}", context, rest.substr(0, rest.find(kCopy)));
}

/// Passes the library's events to the builder and stops at what we refuse.
class GuardedReader final : public nlohmann::json_sax<Json> {
  public:
    GuardedReader(std::string_view text, std::string_view name, int max_depth, Positions positions)
        : text_(text),
          name_(name),
          max_depth_(static_cast<std::size_t>(max_depth)),
          keep_positions_(positions == Positions::kKeep),
          reached_(text.data()),
          lines_(text),
          tree_(positions) {}

    /// Reads the text. The value and its positions are then in the builder.
    [[nodiscard]] Result<TreeBuilder> read() {
        const Feed begin(text_.data(), &reached_);
        const Feed end(text_.data() + text_.size(), &reached_);
        if (Json::sax_parse(begin, end, this)) return std::move(tree_);
        return fail(*std::move(error_));
    }

    bool null() override { return put(Json(), offset() - 4); }
    bool boolean(bool value) override { return put(Json(value), offset() - (value ? 4 : 5)); }
    bool number_integer(number_integer_t value) override {
        // Zero has no sign here: else -0 would be of another type than 0.
        return put(value == 0 ? Json(0U) : Json(value), number_start());
    }
    bool number_unsigned(number_unsigned_t value) override {
        return put(Json(value), number_start());
    }
    bool number_float(number_float_t value, const string_t& digits) override {
        auto problem = number_problem(value, digits);
        if (!problem) return put(Json(value), number_start());
        return stop(ErrorCode::kLimit, *std::move(problem), number_start());
    }
    bool string(string_t& value) override { return put(Json(std::move(value)), string_start()); }
    bool binary(binary_t&) override { return false; }  // JSON text has none

    bool start_object(std::size_t) override {
        if (tree_.depth() >= max_depth_) return stop_for_depth();
        tree_.open_object(position(offset() - 1));
        return true;
    }
    bool start_array(std::size_t) override {
        if (tree_.depth() >= max_depth_) return stop_for_depth();
        tree_.open_array(position(offset() - 1));
        return true;
    }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& key) override {
        const std::size_t at = string_start();
        if (tree_.key(key, position(at))) return true;
        return stop(ErrorCode::kSyntax,
                    fmt::format("the key \"{}\" is there twice in one object; remove one", key),
                    at);
    }

    bool parse_error(std::size_t read,
                     const std::string& token,
                     const Json::exception& e) override {
        constexpr int kNumberOverflow = 406;
        if (e.id == kNumberOverflow) {
            return stop(ErrorCode::kLimit,
                        fmt::format("the number {} is too large for a double", token),
                        number_start());
        }
        return stop(ErrorCode::kSyntax, complaint(e.what()), read == 0 ? 0 : read - 1);
    }

  private:
    [[nodiscard]] std::size_t offset() const {
        return static_cast<std::size_t>(reached_ - text_.data());
    }

    /// Where the string just read begins: back to the quote that no backslash escapes.
    [[nodiscard]] std::size_t string_start() const {
        std::size_t at = text_.rfind('"', offset() - 2);
        while (at > 0 && text_[at - 1] == '\\') at = text_.rfind('"', at - 1);
        return at;
    }

    /// A number's end shows only in the character behind it, which the library has taken as well.
    [[nodiscard]] std::size_t number_start() const {
        std::size_t at = offset();
        if (!is_number_character(text_[at - 1])) --at;
        while (at > 0 && is_number_character(text_[at - 1])) --at;
        return at;
    }

    [[nodiscard]] Position position(std::size_t at) {
        return keep_positions_ ? lines_.position(at) : Position{};
    }

    bool put(Json value, std::size_t at) {
        tree_.put(std::move(value), position(at));
        return true;
    }

    bool close() {
        tree_.close();
        return true;
    }

    bool stop(ErrorCode code, std::string message, std::size_t at) {
        error_ = error_at(code, std::move(message), text_, name_, at);
        return false;
    }

    bool stop_for_depth() {
        return stop(ErrorCode::kLimit,
                    fmt::format("nested more than {} levels deep", max_depth_),
                    offset() - 1);
    }

    std::string_view text_;
    std::string_view name_;
    std::size_t max_depth_;
    bool keep_positions_;
    const char* reached_;
    LineCounter lines_;
    TreeBuilder tree_;
    std::optional<Error> error_;
};

Result<TreeBuilder> read_json(std::string_view text,
                              std::string_view name,
                              const JsonLimits& limits,
                              Positions positions) {
    if (auto problem = text_problem(text, name, limits.max_bytes)) return fail(*std::move(problem));
    return GuardedReader(text, name, limits.max_depth, positions).read();
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view name, const JsonLimits& limits) {
    if (text.size() <= limits.max_bytes) {
        if (auto value = quick_parse(text, limits.max_depth)) return *std::move(value);
    }
    auto tree = read_json(text, name, limits, Positions::kForget);
    if (!tree) return fail(std::move(tree.error()));
    return std::move(*tree->take_root());
}

Result<Document> parse_json_document(std::string_view text, std::string_view file) {
    auto tree = read_json(text, file, {}, Positions::kKeep);
    if (!tree) return fail(std::move(tree.error()));
    return Document{std::string(file), tree->take_root(), tree->take_positions()};
}

}  // namespace plumbline
