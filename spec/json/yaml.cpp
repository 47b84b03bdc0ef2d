// Strict YAML to JSON, from the parser's events: its tree loses quotes and keeps duplicate keys.

#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/text_guard.hpp"
#include "spec/json/tree_builder.hpp"
#include "spec/json/yaml_anchors.hpp"
#include "spec/json/yaml_lines.hpp"
#include "spec/json/yaml_scalar.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <optional>
#include <sstream>

namespace plumbline {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{16} * 1024U * 1024U;
constexpr std::size_t kMaxDepth = 64;
/// Bounds what aliases can make of a small file.
constexpr std::size_t kMaxNodes = 200'000;

// How the parser names the tags of what has none.
constexpr std::string_view kPlainTag = "?";
constexpr std::string_view kQuotedTag = "!";
constexpr std::string_view kStringTag = "tag:yaml.org,2002:str";

constexpr std::string_view kBlanks = " \t\r\n";

Position position_of(const YAML::Mark& mark) {
    return {mark.line + 1, mark.column + 1};
}

YAML::Mark first_character() {
    YAML::Mark mark;
    mark.pos = mark.line = mark.column = 0;
    return mark;
}

/// Passes YAML events to the builder. The first refusal is kept and ends the work; the events after
/// it are let pass, because the parser offers no way to stop but an exception.
class YamlReader final : public YAML::EventHandler {
  public:
    YamlReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] TreeBuilder& tree() { return tree_; }

    void refuse(ErrorCode code, std::string message, const YAML::Mark& mark) {
        if (error_) return;
        const Position at = mark.is_null() ? Position{} : position_of(mark);
        error_ = Error{code, std::move(message), {std::string(file_), at.line, at.column}, {}};
    }

    /// Checks, at the end of the text, what the parser does not.
    void finish() {
        if (anchors_.nodes() == 0) {
            refuse(ErrorCode::kSyntax, "expected a value, found only comments", first_character());
        } else if (!last_quoted_.is_null() && !has_closed_quotes(content_at(last_quoted_))) {
            refuse(ErrorCode::kSyntax, "the quotes that open here are never closed", last_quoted_);
        }
    }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ == 1) return;
        refuse(ErrorCode::kInvalid,
               "a second document begins; a file holds one, with nothing behind it",
               mark);
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        if (error_) return;
        if (tree_.expects_key()) return refuse_key("nothing or null", mark);
        // The parser reports `null`, `~`, other spellings and nothing at all alike; the text tells.
        const std::string_view text = content_at(mark);
        if (is_null_at_front(text)) return put(Json(), mark, anchor);
        if (!tree_.expects_member() || is_other_null_at_front(text)) {
            return refuse(
                ErrorCode::kInvalid, "expected a value; write null if there is none", mark);
        }
        // The parser tells where the next thing stands, be it lines further down.
        refuse(ErrorCode::kInvalid,
               fmt::format("the key \"{}\" has no value; write null if there is none", last_key_),
               last_key_mark_);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        if (error_) return;
        if (tree_.expects_key()) return refuse_key("an alias", mark);
        const Anchored source = anchors_.find(anchor);
        if (source.nodes == 0) {
            return refuse(ErrorCode::kInvalid, "the alias stands inside what it refers to", mark);
        }
        if (tree_.depth() + source.height > kMaxDepth) return refuse_depth(mark);
        if (!may_add(source.nodes, mark)) return;
        // Copied before its place is made: making it may move the array that holds the source.
        Json copy = *find(tree_.root(), source.pointer);
        tree_.put(std::move(copy), position_of(mark));
        anchors_.add_copy(source);
    }

    void OnScalar(const YAML::Mark& mark,
                  const std::string& tag,
                  YAML::anchor_t anchor,
                  const std::string& value) override {
        if (error_) return;
        const bool plain = tag == kPlainTag;
        if (!plain && tag != kQuotedTag && tag != kStringTag) return refuse_tag(tag, mark);
        if (!plain) last_quoted_ = mark;
        if (tree_.expects_key()) {
            if (anchor != 0) return refuse_key("an anchored scalar", mark);
            return take_key(value, plain, mark);
        }
        if (!plain) return put(Json(value), mark, anchor);
        if (auto typed = plain_value(value, mark)) put(*std::move(typed), mark, anchor);
    }

    void OnSequenceStart(const YAML::Mark& mark,
                         const std::string& tag,
                         YAML::anchor_t anchor,
                         YAML::EmitterStyle::value /*style*/) override {
        if (!may_open(mark, tag)) return;
        tree_.open_array(position_of(mark));
        anchors_.open(anchor);
    }

    void OnMapStart(const YAML::Mark& mark,
                    const std::string& tag,
                    YAML::anchor_t anchor,
                    YAML::EmitterStyle::value /*style*/) override {
        if (!may_open(mark, tag)) return;
        tree_.open_object(position_of(mark));
        anchors_.open(anchor);
    }

    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

  private:
    /// Returns the text from a node on, without the anchor and tag in front of it.
    [[nodiscard]] std::string_view content_at(const YAML::Mark& mark) const {
        std::string_view text =
            text_.substr(std::min(static_cast<std::size_t>(mark.pos), text_.size()));
        while (!text.empty() && (text.front() == '&' || text.front() == '!')) {
            text.remove_prefix(std::min(text.find_first_of(kBlanks), text.size()));
            text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        }
        return text;
    }

    void refuse_key(std::string_view what, const YAML::Mark& mark) {
        refuse(ErrorCode::kInvalid, fmt::format("{} as a key; keys are text", what), mark);
    }

    void refuse_depth(const YAML::Mark& mark) {
        refuse(ErrorCode::kLimit, fmt::format("nested more than {} levels deep", kMaxDepth), mark);
    }

    void refuse_tag(std::string_view tag, const YAML::Mark& mark) {
        refuse(ErrorCode::kInvalid,
               fmt::format("the tag {} is not read; remove it (only !!str is)", tag),
               mark);
    }

    void refuse_ambiguous(std::string_view value, const YAML::Mark& mark) {
        refuse(ErrorCode::kInvalid,
               fmt::format("YAML readers differ on what {0} is; quote it ('{0}') if it is text, "
                           "else write it as JSON does",
                           value),
               mark);
    }

    /// Says whether a file may hold so many values more, and refuses if not.
    [[nodiscard]] bool may_add(std::size_t nodes, const YAML::Mark& mark) {
        if (anchors_.nodes() + nodes <= kMaxNodes) return true;
        refuse(ErrorCode::kLimit,
               fmt::format("more than {} values, aliases expanded; split the file", kMaxNodes),
               mark);
        return false;
    }

    /// Types a plain scalar; nothing if it is refused.
    [[nodiscard]] std::optional<Json> plain_value(const std::string& value,
                                                  const YAML::Mark& mark) {
        switch (classify_plain(value)) {
            case PlainScalar::kTrue:
                return Json(true);
            case PlainScalar::kFalse:
                return Json(false);
            case PlainScalar::kString:
                return Json(value);
            case PlainScalar::kAmbiguous:
                refuse_ambiguous(value, mark);
                return std::nullopt;
            case PlainScalar::kNumber:
                break;
        }
        auto number = parse_json(value);
        if (number) return *std::move(number);
        refuse(number.error().code, number.error().message, mark);
        return std::nullopt;
    }

    void take_key(const std::string& key, bool plain, const YAML::Mark& mark) {
        if (plain && key == "<<") {
            return refuse(ErrorCode::kInvalid, "merge keys are not read; write the members", mark);
        }
        // A number stays allowed: as a key (a status code) it can only mean its own digits.
        const PlainScalar kind = plain ? classify_plain(key) : PlainScalar::kString;
        if (kind != PlainScalar::kString && kind != PlainScalar::kNumber) {
            return refuse_ambiguous(key, mark);
        }
        last_key_ = key;
        last_key_mark_ = mark;
        if (tree_.key(key, position_of(mark))) return;
        refuse(ErrorCode::kSyntax,
               fmt::format("the key \"{}\" is there twice in one mapping; remove one", key),
               mark);
    }

    void put(Json value, const YAML::Mark& mark, YAML::anchor_t anchor) {
        if (!may_add(1, mark)) return;
        tree_.put(std::move(value), position_of(mark));
        anchors_.add_scalar(anchor, tree_.pointer());
    }

    [[nodiscard]] bool may_open(const YAML::Mark& mark, const std::string& tag) {
        if (error_) return false;
        if (tree_.expects_key()) {
            refuse_key("a list or mapping", mark);
        } else if (tag != kPlainTag) {
            refuse_tag(tag, mark);
        } else if (tree_.depth() >= kMaxDepth) {
            refuse_depth(mark);
        } else {
            return may_add(1, mark);
        }
        return false;
    }

    void close() {
        if (error_) return;
        tree_.close();
        anchors_.close(tree_.pointer());
    }

    std::string_view text_;
    std::string_view file_;
    TreeBuilder tree_{Positions::kKeep};
    YamlAnchors anchors_;
    int documents_ = 0;
    YAML::Mark last_quoted_ = YAML::Mark::null_mark();
    std::string last_key_;
    YAML::Mark last_key_mark_ = YAML::Mark::null_mark();
    std::optional<Error> error_;
};

/// Runs the parser over the text; its exceptions end here.
void feed(std::string_view text, YamlReader& reader) {
    std::istringstream in{std::string(text)};
    try {
        YAML::Parser parser(in);
        while (!reader.error() && parser.HandleNextDocument(reader)) {
        }
        reader.finish();
    } catch (const YAML::Exception& e) {
        reader.refuse(ErrorCode::kSyntax, "not YAML: " + e.msg, e.mark);
    }
}

}  // namespace

Result<Document> parse_yaml(std::string_view text, std::string_view file) {
    if (auto problem = text_problem(text, file, kMaxBytes)) return fail(*std::move(problem));
    if (auto problem = line_problem(text, file)) return fail(*std::move(problem));
    YamlReader reader(text, file);
    feed(text, reader);
    if (reader.error()) return fail(*reader.error());
    TreeBuilder& tree = reader.tree();
    return Document{std::string(file), tree.take_root(), tree.take_positions()};
}

}  // namespace plumbline
