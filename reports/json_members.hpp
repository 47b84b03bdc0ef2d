#pragma once
// Converts structs to JSON and back. A struct lists its members once, for both directions, in a
// function that the compiler finds in its namespace:
//
//     void visit_members(auto& archive, Is<Point> auto& point) {
//         archive.member("x", point.x);
//     }
//
// A type that is not a JSON object of fixed members has `write_form(JsonWriter&, const T&)` and
// `read_form(JsonReader&, T&)` instead.

#include "spec/base/error.hpp"
#include "spec/json/json_fwd.hpp"

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumbline::reports {

/// Accepts `T` and `const T`, so that one list of members serves reading and writing.
template <typename Given, typename T>
concept Is = std::same_as<std::remove_const_t<Given>, T>;

/// Texts that a document contains once; its other parts have their indices.
class InternedTexts {
  public:
    InternedTexts() = default;
    explicit InternedTexts(std::vector<std::string> texts) : texts_(std::move(texts)) {}

    /// Returns the index of a text; adds it if it is new.
    std::size_t index_of(const std::string& text);
    /// Returns the text; null if there is none with the index.
    [[nodiscard]] const std::string* find(std::uint64_t index) const;
    [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

  private:
    std::vector<std::string> texts_;
    std::unordered_map<std::string, std::size_t> indices_;
};

/// What distinguishes one kind of document from others.
struct JsonForm {
    /// Returns the error for a value that violates the format.
    Error (*mismatch)(const Json& found,
                      std::string_view pointer,
                      std::string_view expected) = nullptr;
    bool allows_negative = true;      ///< else numbers below 0 are written as 0 and not read
    InternedTexts* texts = nullptr;   ///< of a document with `write_text` and `read_text`
    bool is_rounded = false;          ///< numbers are written with at most three decimals
    InternedTexts* causes = nullptr;  ///< of a document with `cause`
    std::size_t max_text = std::string::npos;  ///< bytes of a string; a longer one gives its size
    std::string_view omitted{};                ///< name of optional texts that are not written
    int list_depth = 1;  ///< number of values around the lists whose items are a line each
};

/// Appends one JSON value to a text: null, or what its functions write. The value is complete when
/// the writer is destroyed. The items of the main lists of a document, and the members around them,
/// are a line each: short, and yet readable with a pager, grep and diff. Numbers without a JSON
/// form are written as 0.
class JsonWriter {
  public:
    /// `text` and `form` are borrowed. `depth` is the number of values around this one.
    JsonWriter(std::string& text, const JsonForm& form, int depth = 0)
        : text_(text), form_(form), depth_(depth) {}
    ~JsonWriter();
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;
    JsonWriter(JsonWriter&&) = delete;
    JsonWriter& operator=(JsonWriter&&) = delete;

    template <typename T>
    void member(std::string_view key, const T& value) {
        child(key).write(value);
    }
    /// Writes nothing if the value equals its default.
    template <typename T>
    void optional_member(std::string_view key, const T& value, const T& unset = {}) {
        if (!(value == unset)) member(key, value);
    }
    /// Writes the indices of texts, and nothing if there are none.
    void optional_texts(std::string_view key, const std::vector<std::string>& texts);
    /// Writes the index of a cause in the form's table.
    void cause(const auto& cause_text) { member("cause", form_.causes->index_of(cause_text())); }
    /// Writes an object whose members `visit` writes.
    void group(std::string_view key, const auto& visit) {
        JsonWriter writer = child(key);
        writer.start_object();
        visit(writer);
    }

    /// Writes a value of any supported type.
    template <typename T>
    void write(const T& value) {
        if constexpr (requires { write_form(*this, value); }) {
            write_form(*this, value);
        } else if constexpr (requires { visit_members(*this, value); }) {
            start_object();
            visit_members(*this, value);
        } else {
            write_value(value);
        }
    }

    /// Writes the index of a text of the form's table.
    void write_text(const std::string& text);
    /// Begin an object or array, which may stay empty.
    void start_object() { start('{', '}'); }
    void start_array() { start('[', ']'); }
    /// Return the writer of a new member or item.
    [[nodiscard]] JsonWriter child(std::string_view key);
    [[nodiscard]] JsonWriter append();

  private:
    void start(char begin, char end);
    /// Appends what separates the next member or item from the one before.
    void separate();
    [[nodiscard]] bool has_lines() const {
        return end_ == '}' ? depth_ < form_.list_depth : depth_ == form_.list_depth;
    }
    void append_value(std::string_view value);
    void write_value(bool value);
    void write_value(double value);
    void write_value(std::int64_t value);
    void write_value(std::uint64_t value);
    void write_value(int value) { write_value(std::int64_t{value}); }
    void write_value(std::string_view value);
    template <typename T>
    void write_value(const std::optional<T>& value) {
        if (value) write(*value);
    }
    template <typename T>
    void write_value(const std::vector<T>& values) {
        start_array();
        for (const T& value : values) append().write(value);
    }
    template <typename T>
    void write_value(const std::map<std::string, T, std::less<>>& values) {
        start_object();
        for (const auto& [key, value] : values) member(key, value);
    }

    std::string& text_;
    const JsonForm& form_;
    int depth_;
    char end_ = 0;          ///< of the object or array, 0 for other values
    bool is_empty_ = true;  ///< no member or item yet
    bool is_written_ = false;
};

/// Reads one JSON value. After the first problem of a document nothing more is read.
class JsonReader {
  public:
    /// All arguments except the pointer are borrowed; `problem` receives the first problem.
    JsonReader(const Json& json,
               std::string pointer,
               const JsonForm& form,
               std::optional<Error>& problem)
        : json_(json), pointer_(std::move(pointer)), form_(form), problem_(problem) {}

    template <typename T>
    void member(std::string_view key, T& value) {
        if (const Json* const found = find_required(key)) child(*found, key).read(value);
    }
    /// Leaves the value unchanged if there is no member.
    template <typename T>
    void optional_member(std::string_view key, T& value, const T& /*unset*/ = {}) {
        if (const Json* const found = find(key)) child(*found, key).read(value);
    }
    /// Reads texts by their indices; leaves them unchanged if there is no member.
    void optional_texts(std::string_view key, std::vector<std::string>& texts);
    /// Causes follow from other members.
    void cause(const auto& /*cause_text*/) {}
    /// Reads an object whose members `visit` reads.
    void group(std::string_view key, const auto& visit) {
        if (const Json* const found = find_required(key)) {
            JsonReader reader = child(*found, key);
            visit(reader);
        }
    }

    /// Reads a value of any supported type.
    template <typename T>
    void read(T& value) {
        if constexpr (requires { read_form(*this, value); }) {
            read_form(*this, value);
        } else if constexpr (requires { visit_members(*this, value); }) {
            visit_members(*this, value);
        } else {
            read_value(value);
        }
    }
    /// Reads a name, e.g. of an enumerator. `parse` returns nothing for an unknown one.
    template <typename T>
    void read_name(T& value,
                   std::optional<T> (*parse)(std::string_view),
                   std::string_view expected) {
        const auto name = text();
        const auto parsed = name ? parse(*name) : std::nullopt;
        if (!parsed) return mismatch(expected);
        value = *parsed;
    }

    /// Reads the index of a text of the form's table.
    void read_text(std::string& text);
    /// Returns the number of items; 0, with a problem, for another type.
    [[nodiscard]] std::size_t array_size();
    [[nodiscard]] bool has_problem() const { return problem_.has_value(); }
    [[nodiscard]] bool is_object() const;
    /// Returns the names of the members; none, with a problem, for another type.
    [[nodiscard]] std::vector<std::string> keys();
    /// Return the reader of an existing member or item.
    [[nodiscard]] JsonReader child(std::string_view key) const;
    [[nodiscard]] JsonReader item(std::size_t i) const;
    /// Reports a problem with this value, or with `found` at its place, unless there is one.
    void mismatch(std::string_view expected) { mismatch(json_, expected); }
    void mismatch(const Json& found, std::string_view expected);

  private:
    void read_value(bool& value);
    void read_value(double& value);
    void read_value(std::uint64_t& value);
    void read_value(std::string& value);
    template <std::signed_integral T>
    void read_value(T& value) {
        std::uint64_t wide = 0;
        read_value(wide);
        if (problem_) return;
        if (!std::in_range<T>(wide)) {
            return mismatch("an integer of " + std::to_string(std::numeric_limits<T>::digits) +
                            " bits");
        }
        value = static_cast<T>(wide);
    }
    template <typename T>
    void read_value(std::optional<T>& value) {
        if (!is_null()) read(value.emplace());
    }
    template <typename T>
    void read_value(std::vector<T>& values) {
        for (std::size_t i = 0; i < array_size() && !problem_; ++i)
            item(i).read(values.emplace_back());
    }
    template <typename T>
    void read_value(std::map<std::string, T, std::less<>>& values) {
        for (const std::string& key : keys()) member(key, values[key]);
    }

    [[nodiscard]] bool is_null() const;
    /// Returns the text of a string, else nothing.
    [[nodiscard]] std::optional<std::string> text() const;
    [[nodiscard]] const Json* find(std::string_view key);
    [[nodiscard]] const Json* find_required(std::string_view key);
    [[nodiscard]] JsonReader child(const Json& json, std::string_view key) const;

    const Json& json_;
    std::string pointer_;
    const JsonForm& form_;
    std::optional<Error>& problem_;
};

}  // namespace plumbline::reports
