#pragma once
// The events of a YAML text, in order. Hides the parser's header.

#include "spec/json/document.hpp"

#include <tl/expected.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

enum class YamlEventType {
    kDocument,  ///< begins a document
    kScalar,
    kSequence,  ///< opens a list
    kMapping,   ///< opens a mapping: keys and values alternate
    kEnd,       ///< closes the innermost list or mapping
    kAlias,
};

/// The views are valid until the next event.
struct YamlEvent {
    /// Returns whether the tag makes a scalar a text in any notation.
    [[nodiscard]] bool is_text_tag() const;

    YamlEventType type = YamlEventType::kEnd;
    /// Position of the anchor or tag, if there is one; the column counts characters.
    SourcePosition at{};
    std::string_view text{};
    std::string_view tag{};     ///< full tag; empty if there is none
    std::string_view anchor{};  ///< anchor without its indicator, or the one an alias refers to; ""
                                ///< if there is none
    /// A scalar without quotes, block indicator or !!str, whose text determines its type.
    bool is_plain = false;
};

/// Why a text is not YAML, and where.
struct YamlError {
    std::string message;
    SourcePosition at;
    ErrorCode code = ErrorCode::kSyntax;
};

/// The message for content after the first document.
inline constexpr const char* kSecondDocument =
    "a second document begins; a file must contain exactly one";

/// Parses a text of valid UTF-8, which must outlive this.
class YamlEvents {
  public:
    explicit YamlEvents(std::string_view text);
    ~YamlEvents();
    YamlEvents(const YamlEvents&) = delete;
    YamlEvents& operator=(const YamlEvents&) = delete;

    /// Returns the next event; nothing at the end of the text. Must not be called after an error.
    [[nodiscard]] tl::expected<std::optional<YamlEvent>, YamlError> next();

  private:
    struct LibyamlParser;

    std::string_view text_;
    SourcePosition end_;
    std::unique_ptr<LibyamlParser> parser_;
};

}  // namespace plumbline
