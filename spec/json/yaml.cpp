// Strict YAML to JSON, from the parser's events: its tree loses quotes and keeps duplicate keys.

#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/text_guard.hpp"
#include "spec/json/tree_builder.hpp"
#include "spec/json/yaml_anchors.hpp"
#include "spec/json/yaml_events.hpp"
#include "spec/json/yaml_limits.hpp"
#include "spec/json/yaml_lines.hpp"
#include "spec/json/yaml_merges.hpp"
#include "spec/json/yaml_scalar.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace plumbline {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{16} * 1024U * 1024U;
constexpr std::size_t kMaxDepth = 64;
constexpr const char* kMergeKey = "<<";

/// Makes a document of events. The first refusal ends the work.
class YamlReader {
  public:
    YamlReader(std::string_view file, const YamlLimits& limits) : file_(file), limits_(limits) {}

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] TreeBuilder& tree() { return tree_; }

    void take(const YamlEvent& event) {
        switch (event.kind) {
            case YamlEvent::Kind::kDocument:
                if (++documents_ > 1) refuse_second_document(event.at);
                break;
            case YamlEvent::Kind::kAlias:
                take_alias(event);
                break;
            case YamlEvent::Kind::kScalar:
                take_scalar(event);
                break;
            case YamlEvent::Kind::kList:
                if (may_open(event)) tree_.open_array(event.at);
                break;
            case YamlEvent::Kind::kMapping:
                if (may_open(event)) tree_.open_object(event.at);
                break;
            case YamlEvent::Kind::kEnd:
                close();
                break;
        }
    }

    void fail_to_parse(const YamlFault& fault) {
        if (fault.is_second_document) return refuse_second_document(fault.at);
        refuse(ErrorCode::kSyntax, fault.message, fault.at);
    }

    void finish() {
        if (!error_ && documents_ == 0)
            refuse(ErrorCode::kSyntax, "expected a value, found only comments", {1, 1});
    }

  private:
    void refuse(ErrorCode code, std::string message, Position at) {
        error_ = Error{code, std::move(message), {std::string(file_), at.line, at.column}, {}};
    }

    void refuse_second_document(Position at) {
        refuse(ErrorCode::kInvalid,
               "a second document begins; a file holds one, with nothing behind it",
               at);
    }

    void refuse_key(std::string_view what, Position at) {
        refuse(ErrorCode::kInvalid, fmt::format("{} as a key; keys are text", what), at);
    }

    void refuse_depth(Position at) {
        refuse(ErrorCode::kLimit, fmt::format("nested more than {} levels deep", kMaxDepth), at);
    }

    void refuse_tag(std::string_view tag, Position at) {
        refuse(ErrorCode::kInvalid,
               fmt::format("the tag {} is not read; remove it (only !!str is)", tag),
               at);
    }

    void refuse_ambiguous(std::string_view value, Position at) {
        refuse(ErrorCode::kInvalid,
               fmt::format("YAML readers differ on what {0} is; quote it ('{0}') if it is text, "
                           "else write it as JSON does",
                           value),
               at);
    }

    void refuse_nothing(Position at) {
        if (!tree_.expects_member())
            return refuse(ErrorCode::kInvalid, "expected a value; write null if there is none", at);
        refuse(ErrorCode::kInvalid,
               fmt::format("the key \"{}\" has no value; write null if there is none", last_key_),
               last_key_at_);
    }

    /// Says whether a file may hold a value more, and refuses if not.
    [[nodiscard]] bool may_add(Position at) {
        if (anchors_.nodes() - copied_ < limits_.max_written) return true;
        refuse(ErrorCode::kLimit,
               fmt::format("more than {} values; split the file", limits_.max_written),
               at);
        return false;
    }

    void close() {
        const std::optional<Position> merge = merges_.close();
        if (merge && !tree_.merge(kMergeKey, *merge)) {
            return refuse(
                ErrorCode::kInvalid, "a merge key takes a mapping or a list of mappings", *merge);
        }
        tree_.close();
        anchors_.close(tree_.pointer());
    }

    /// What is merged is no longer where its anchor was.
    [[nodiscard]] bool may_have_anchor(const YamlEvent& event) {
        if (event.anchor.empty() || !merges_.is_in_value()) return true;
        refuse(ErrorCode::kInvalid,
               "an anchor in the value of a merge key; put what it names elsewhere, and an alias "
               "here",
               event.at);
        return false;
    }

    void take_alias(const YamlEvent& event) {
        if (tree_.expects_key()) return refuse_key("an alias", event.at);
        const std::optional<Anchored> source = anchors_.find(event.anchor);
        if (!source) {
            return refuse(ErrorCode::kSyntax,
                          fmt::format("nothing before is called &{}, which the alias refers to",
                                      event.anchor),
                          event.at);
        }
        if (source->nodes == 0) {
            return refuse(
                ErrorCode::kInvalid, "the alias stands inside what it refers to", event.at);
        }
        if (tree_.depth() + source->height > kMaxDepth) return refuse_depth(event.at);
        copied_ += source->nodes;
        if (copied_ > limits_.max_repeated) {
            return refuse(ErrorCode::kLimit,
                          fmt::format("aliases repeat more than {} values; write fewer of them",
                                      limits_.max_repeated),
                          event.at);
        }
        // Copied before its place is made: making it may move the array that holds the source.
        Json copy = *find(tree_.root(), source->pointer);
        tree_.put(std::move(copy), event.at);
        anchors_.add_copy(*source);
    }

    void take_scalar(const YamlEvent& event) {
        if (!event.tag.empty() && !event.is_text_tag()) return refuse_tag(event.tag, event.at);
        if (tree_.expects_key()) {
            if (!event.anchor.empty()) return refuse_key("an anchored scalar", event.at);
            return take_key(event);
        }
        if (!may_have_anchor(event) || !may_add(event.at)) return;
        auto value = event.is_plain ? plain_value(event) : Json(event.text);
        if (!value) return;
        tree_.put(*std::move(value), event.at);
        anchors_.add_scalar(event.anchor, tree_.pointer());
    }

    /// Types a plain scalar; nothing if it is refused.
    [[nodiscard]] std::optional<Json> plain_value(const YamlEvent& event) {
        switch (classify_plain(event.text)) {
            case PlainScalar::kNothing:
                refuse_nothing(event.at);
                return std::nullopt;
            case PlainScalar::kNull:
                return Json();
            case PlainScalar::kTrue:
                return Json(true);
            case PlainScalar::kFalse:
                return Json(false);
            case PlainScalar::kString:
                return Json(event.text);
            case PlainScalar::kAmbiguous:
                refuse_ambiguous(event.text, event.at);
                return std::nullopt;
            case PlainScalar::kNumber:
                break;
        }
        auto number = parse_json(event.text);
        if (number) return *std::move(number);
        refuse(number.error().code, number.error().message, event.at);
        return std::nullopt;
    }

    void take_key(const YamlEvent& event) {
        const PlainScalar kind = event.is_plain ? classify_plain(event.text) : PlainScalar::kString;
        if (kind == PlainScalar::kNothing || kind == PlainScalar::kNull)
            return refuse_key("nothing or null", event.at);
        const bool merges = event.is_plain && event.text == kMergeKey;
        if (merges && limits_.merge_keys == MergeKeys::kRefuse) {
            return refuse(
                ErrorCode::kInvalid, "merge keys are not read; write the members", event.at);
        }
        merges_.take_key(merges ? std::optional(event.at) : std::nullopt);
        // A number stays allowed: as a key (a status code) it can only mean its own digits.
        if (!merges && kind != PlainScalar::kString && kind != PlainScalar::kNumber)
            return refuse_ambiguous(event.text, event.at);
        last_key_ = event.text;
        last_key_at_ = event.at;
        if (tree_.key(last_key_, event.at)) return;
        refuse(ErrorCode::kSyntax,
               fmt::format("the key \"{}\" is there twice in one mapping; remove one", last_key_),
               event.at);
    }

    [[nodiscard]] bool may_open(const YamlEvent& event) {
        if (tree_.expects_key()) {
            refuse_key("a list or mapping", event.at);
        } else if (!event.tag.empty()) {
            refuse_tag(event.tag, event.at);
        } else if (tree_.depth() >= kMaxDepth) {
            refuse_depth(event.at);
        } else if (may_have_anchor(event) && may_add(event.at)) {
            anchors_.open(event.anchor);
            merges_.open();
            return true;
        }
        return false;
    }

    std::string_view file_;
    YamlLimits limits_;
    TreeBuilder tree_{Positions::kKeep};
    YamlAnchors anchors_;
    YamlMerges merges_;
    std::size_t copied_ = 0;  ///< of the nodes, those that aliases brought in
    int documents_ = 0;
    std::string last_key_;
    Position last_key_at_;
    std::optional<Error> error_;
};

}  // namespace

Result<Document> parse_yaml(std::string_view text, std::string_view file) {
    return parse_yaml(text, file, YamlLimits{});
}

Result<Document> parse_yaml(std::string_view text,
                            std::string_view file,
                            const YamlLimits& limits) {
    if (auto problem = text_problem(text, file, kMaxBytes)) return fail(*std::move(problem));
    if (auto problem = line_problem(text, file)) return fail(*std::move(problem));
    YamlReader reader(file, limits);
    YamlEvents events(text);
    while (!reader.error()) {
        const auto event = events.next();
        if (!event) {
            reader.fail_to_parse(event.error());
        } else if (*event) {
            reader.take(**event);
        } else {
            reader.finish();
            break;
        }
    }
    if (reader.error()) return fail(*reader.error());
    TreeBuilder& tree = reader.tree();
    return Document{std::string(file), tree.take_root(), tree.take_positions()};
}

}  // namespace plumbline
