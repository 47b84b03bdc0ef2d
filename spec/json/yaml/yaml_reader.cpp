// Strict YAML to JSON, from the parser's events: the parser's tree loses quotes and keeps duplicate
// keys.

#include "spec/json/access.hpp"
#include "spec/json/document.hpp"
#include "spec/json/external_document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/parser/text_validation.hpp"
#include "spec/json/parser/tree_builder.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/json/yaml/yaml_containers.hpp"
#include "spec/json/yaml/yaml_events.hpp"
#include "spec/json/yaml/yaml_limits.hpp"
#include "spec/json/yaml/yaml_scalar.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <vector>

namespace plumbline {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{16} * 1024U * 1024U;
/// The values of a larger text are counted first: building too many would take much memory.
constexpr std::size_t kCountedBytes = std::size_t{6} * 1024U * 1024U;
constexpr std::size_t kMaxDepth = 64;
constexpr const char* kMergeKey = "<<";

Error too_many_values(std::string_view file, SourcePosition at, std::size_t most) {
    return {ErrorCode::kLimit,
            fmt::format("more than {} values; split the file", most),
            {std::string(file), at.line, at.column},
            {}};
}

/// Builds a document from events. The first error ends the work.
class YamlReader {
  public:
    YamlReader(std::string_view file, const YamlLimits& limits) : file_(file), limits_(limits) {}

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] TreeBuilder& tree() { return tree_; }
    [[nodiscard]] std::vector<Error> take_departures() { return std::move(departures_); }

    void handle(const YamlEvent& event) {
        switch (event.type) {
            case YamlEventType::kDocument:
                if (++documents_ > 1) refuse(ErrorCode::kInvalid, kSecondDocument, event.at);
                break;
            case YamlEventType::kAlias:
                handle_alias(event);
                break;
            case YamlEventType::kScalar:
                handle_scalar(event);
                break;
            case YamlEventType::kSequence:
                if (may_open(event)) tree_.open(Json::array(), event.at);
                break;
            case YamlEventType::kMapping:
                if (may_open(event)) tree_.open(Json::object(), event.at);
                break;
            case YamlEventType::kEnd:
                close();
                break;
        }
    }

    void finish() {
        if (!error_ && documents_ == 0)
            refuse(ErrorCode::kSyntax, "expected a value, found only comments", {1, 1});
    }

    void refuse(ErrorCode code, std::string message, SourcePosition at) {
        error_ = Error{code, std::move(message), {std::string(file_), at.line, at.column}, {}};
    }

  private:
    void refuse_key(std::string_view what, SourcePosition at) {
        refuse(ErrorCode::kInvalid, fmt::format("{} as a key; keys must be text", what), at);
    }

    void refuse_depth(SourcePosition at) {
        refuse(ErrorCode::kLimit, fmt::format("nested more than {} levels deep", kMaxDepth), at);
    }

    /// Refuses what strict YAML does not allow, or notes it with what it is read as.
    void depart(std::string message, SourcePosition at, std::string_view meaning) {
        if (limits_.dialect == YamlDialect::kStrict)
            return refuse(ErrorCode::kInvalid, std::move(message), at);
        if (departures_.size() == kMaxDepartures) return;
        departures_.push_back({ErrorCode::kInvalid,
                               std::move(message),
                               {std::string(file_), at.line, at.column},
                               {fmt::format("it is read as {}", meaning)}});
    }

    /// Returns whether a value is read in spite of its tag; reports an error if not. Tags of other
    /// tools (`!include`) mean nothing here.
    [[nodiscard]] bool may_have_tag(const YamlEvent& event) {
        const bool is_known = event.type == YamlEventType::kScalar && event.is_text_tag();
        if (event.tag.empty() || is_known || limits_.dialect == YamlDialect::kCore) return true;
        depart(fmt::format("the tag {} is not supported; remove it (only !!str is)", event.tag),
               event.at,
               "if it had no tag");
        return !error_;
    }

    void depart_at_ambiguous(std::string_view value, SourcePosition at, std::string_view meaning) {
        depart(fmt::format("YAML parsers disagree on what {0} is; quote it ('{0}') if it is text, "
                           "else write it as in JSON",
                           value),
               at,
               meaning);
    }

    void depart_at_empty(SourcePosition at) {
        if (!tree_.expects_member())
            return depart("expected a value; write null if there is none", at, "null");
        depart(fmt::format("the key \"{}\" has no value; write null if there is none", last_key_),
               last_key_at_,
               "null");
    }

    /// Returns whether the file may contain one more value; reports an error if not.
    [[nodiscard]] bool may_add(SourcePosition at) {
        if (containers_.nodes() - copied_ < limits_.max_written) return true;
        error_ = too_many_values(file_, at, limits_.max_written);
        return false;
    }

    void close() {
        const std::optional<SourcePosition> merge = containers_.merge_key();
        if (merge && !tree_.merge(kMergeKey, *merge)) {
            return refuse(ErrorCode::kInvalid,
                          "a merge key requires a mapping or a list of mappings",
                          *merge);
        }
        tree_.close();
        containers_.close(tree_.pointer());
    }

    /// Merged values move, so their anchors would be invalid.
    [[nodiscard]] bool may_have_anchor(const YamlEvent& event) {
        if (event.anchor.empty() || !containers_.is_in_merge_value()) return true;
        refuse(
            ErrorCode::kInvalid,
            "an anchor in the value of a merge key; move the anchored value elsewhere and use an "
            "alias here",
            event.at);
        return false;
    }

    void handle_alias(const YamlEvent& event) {
        if (tree_.expects_key()) return refuse_key("an alias", event.at);
        const AnchoredValue* source = containers_.find(event.anchor);
        if (source == nullptr) {
            return refuse(ErrorCode::kSyntax,
                          fmt::format("the alias refers to &{}, which is not defined before it",
                                      event.anchor),
                          event.at);
        }
        if (source->nodes == 0) {
            return refuse(
                ErrorCode::kInvalid, "the alias is inside the value it refers to", event.at);
        }
        if (tree_.depth() + source->height > kMaxDepth) return refuse_depth(event.at);
        copied_ += source->nodes;
        if (copied_ > limits_.max_repeated) {
            return refuse(ErrorCode::kLimit,
                          fmt::format("aliases repeat more than {} values; use fewer of them",
                                      limits_.max_repeated),
                          event.at);
        }
        // Copied before its slot is created, which may move the array that contains the source.
        Json copy = *find(tree_.root(), source->pointer);
        tree_.put(std::move(copy), event.at);
        containers_.add_copy(*source);
    }

    void handle_scalar(const YamlEvent& event) {
        if (!may_have_tag(event)) return;
        if (tree_.expects_key()) {
            if (!event.anchor.empty()) return refuse_key("an anchored scalar", event.at);
            return handle_key(event);
        }
        if (!may_have_anchor(event) || !may_add(event.at)) return;
        auto value = event.is_plain ? plain_value(event) : Json(event.text);
        if (!value) return;
        tree_.put(*std::move(value), event.at);
        containers_.add_scalar(event.anchor, tree_.pointer());
    }

    /// Returns the typed value of a plain scalar; nothing if it is refused.
    [[nodiscard]] std::optional<Json> plain_value(const YamlEvent& event) {
        if (limits_.dialect == YamlDialect::kStrict) return strict_value(event);
        Json value = core_value(event.text);
        if (limits_.dialect == YamlDialect::kCore) return value;
        switch (classify_plain(event.text)) {
            case PlainScalar::kEmpty:
                depart_at_empty(event.at);
                break;
            case PlainScalar::kAmbiguous:
                depart_at_ambiguous(event.text, event.at, described(value));
                break;
            case PlainScalar::kNumber:
                if (auto number = parse_json(event.text); !number)
                    depart(number.error().message, event.at, described(value));
                break;
            default:
                break;
        }
        return value;
    }

    [[nodiscard]] static std::string described(const Json& value) {
        return value.is_null() ? "null" : fmt::format("the {} {}", type_name(value), value.dump());
    }

    [[nodiscard]] std::optional<Json> strict_value(const YamlEvent& event) {
        switch (classify_plain(event.text)) {
            case PlainScalar::kEmpty:
                depart_at_empty(event.at);
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
                depart_at_ambiguous(event.text, event.at, "");
                return std::nullopt;
            case PlainScalar::kNumber:
                break;
        }
        auto number = parse_json(event.text);
        if (number) return *std::move(number);
        refuse(number.error().code, number.error().message, event.at);
        return std::nullopt;
    }

    void handle_key(const YamlEvent& event) {
        const bool merges = event.is_plain && event.text == kMergeKey;
        if (limits_.dialect != YamlDialect::kCore && event.is_plain && !is_strict_key(event) &&
            error_)
            return;
        containers_.note_key(merges ? std::optional(event.at) : std::nullopt);
        last_key_ = event.text;
        last_key_at_ = event.at;
        if (tree_.key(last_key_, event.at)) return;
        refuse(ErrorCode::kSyntax,
               fmt::format("the key \"{}\" occurs twice in one mapping; remove one", last_key_),
               event.at);
    }

    /// Returns whether every parser reads a plain key as the same text; reports an error if not.
    [[nodiscard]] bool is_strict_key(const YamlEvent& event) {
        const PlainScalar kind = classify_plain(event.text);
        const std::string meaning = fmt::format("the text \"{}\"", event.text);
        if (kind == PlainScalar::kEmpty || kind == PlainScalar::kNull) {
            depart("nothing or null as a key; keys must be text", event.at, meaning);
        } else if (event.text == kMergeKey) {
            const bool is_strict = limits_.dialect == YamlDialect::kStrict;
            depart(is_strict ? "merge keys are not supported; write out the members"
                             : "YAML 1.2 has no merge keys; write out the members",
                   event.at,
                   "the members of the mapping");
        } else if (kind != PlainScalar::kString && kind != PlainScalar::kNumber) {
            depart_at_ambiguous(event.text, event.at, meaning);
        } else {
            // A number is allowed: as a key (a status code) it can only mean its own digits.
            return true;
        }
        return false;
    }

    [[nodiscard]] bool may_open(const YamlEvent& event) {
        if (tree_.expects_key()) {
            refuse_key("a list or mapping", event.at);
        } else if (tree_.depth() >= kMaxDepth) {
            refuse_depth(event.at);
        } else if (may_have_tag(event) && may_have_anchor(event) && may_add(event.at)) {
            containers_.open(event.anchor);
            return true;
        }
        return false;
    }

    std::string_view file_;
    YamlLimits limits_;
    TreeBuilder tree_{PositionTracking::kKeep};
    YamlContainers containers_;
    std::size_t copied_ = 0;  ///< nodes added by aliases
    int documents_ = 0;
    std::string last_key_;
    SourcePosition last_key_at_;
    std::vector<Error> departures_;
    std::optional<Error> error_;
};

/// Returns the error that a large text has too many values, without building them. Errors in its
/// notation are found when it is read.
std::optional<Error> find_excess(std::string_view text,
                                 std::string_view file,
                                 const YamlLimits& limits) {
    enum class Next { kItem, kKey, kMember };
    if (text.size() <= kCountedBytes) return std::nullopt;
    YamlEvents events(text);
    std::vector<Next> open{Next::kItem};
    std::size_t values = 0;
    for (auto event = events.next(); event && *event; event = events.next()) {
        const YamlEventType type = (*event)->type;
        if (type == YamlEventType::kDocument) continue;
        if (type == YamlEventType::kEnd) {
            open.pop_back();
            continue;
        }
        Next& place = open.back();
        const bool is_key = place == Next::kKey;
        if (place != Next::kItem) place = is_key ? Next::kMember : Next::kKey;
        if (!is_key && ++values > limits.max_written)
            return too_many_values(file, (*event)->at, limits.max_written);
        if (type == YamlEventType::kSequence) open.push_back(Next::kItem);
        if (type == YamlEventType::kMapping) open.push_back(Next::kKey);
    }
    return std::nullopt;
}

}  // namespace

Result<Document> parse_yaml(std::string_view text, std::string_view file) {
    return parse_yaml(text, file, YamlLimits{});
}

Result<Document> parse_yaml(std::string_view text,
                            std::string_view file,
                            const YamlLimits& limits) {
    if (auto problem = find_text_error(text, file, kMaxBytes)) return fail(*std::move(problem));
    if (auto problem = find_yaml_line_error(text, file)) return fail(*std::move(problem));
    if (auto problem = find_excess(text, file, limits)) return fail(*std::move(problem));
    YamlReader reader(file, limits);
    YamlEvents events(text);
    while (!reader.error()) {
        const auto event = events.next();
        if (!event) {
            const YamlError& problem = event.error();
            reader.refuse(problem.code, problem.message, problem.at);
        } else if (*event) {
            reader.handle(**event);
        } else {
            reader.finish();
            break;
        }
    }
    if (reader.error()) return fail(*reader.error());
    TreeBuilder& tree = reader.tree();
    return Document{
        std::string(file), tree.take_root(), tree.take_positions(), 0, reader.take_departures()};
}

}  // namespace plumbline
