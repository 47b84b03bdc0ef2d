#pragma once
// What stands in a YAML text, one after another. Keeps the parser's header behind this one.

#include "spec/json/document.hpp"

#include <tl/expected.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

/// The views are good until the next event.
struct YamlEvent {
    enum class Kind {
        kDocument,  ///< one begins
        kScalar,
        kList,     ///< one is opened, as is a
        kMapping,  ///< keys and values take turns
        kEnd,      ///< the innermost list or mapping is closed
        kAlias,
    };

    /// Whether the tag says that a scalar is text however it is written.
    [[nodiscard]] bool is_text_tag() const;

    Kind kind = Kind::kEnd;
    Position at{};  ///< of the anchor or tag, if there is one; the column counts characters
    std::string_view text{};
    std::string_view tag{};  ///< written out in full; "" if there is none
    std::string_view
        anchor{};  ///< without its sign; "" if there is none; that which an alias refers to
    bool is_plain =
        false;  ///< a scalar without quotes, a block's sign or a tag: its text tells its type
};

/// Why a text is no YAML, and where.
struct YamlFault {
    std::string message;
    Position at;
    bool is_second_document = false;  ///< something stands behind the first one
};

/// Reads a text of valid UTF-8, which must outlive this.
class YamlEvents {
  public:
    explicit YamlEvents(std::string_view text);
    ~YamlEvents();
    YamlEvents(const YamlEvents&) = delete;
    YamlEvents& operator=(const YamlEvents&) = delete;

    /// Returns the next event; nothing at the end of the text. No call may follow a fault.
    [[nodiscard]] tl::expected<std::optional<YamlEvent>, YamlFault> next();

  private:
    struct Parser;

    std::string_view text_;
    Position end_;
    std::unique_ptr<Parser> parser_;
};

}  // namespace plumbline
