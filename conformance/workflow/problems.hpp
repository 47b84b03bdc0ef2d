#pragma once
// Where the readers of a suite put what is wrong with it, and how they walk its document.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// How bad a problem is. The first two make a suite unplayable; the others concern `lint`.
enum class Severity {
    kError,      ///< cannot be played
    kElsewhere,  ///< legal, but a run needs what is on another machine: an error of the run alone
    kRefused,    ///< the published schema of Arazzo refuses it; a run tolerates it
    kWarning,    ///< legal, but most likely not meant
    kAdvice,     ///< works here, may surprise elsewhere
};

/// A value of the document and its pointer. `value` is never null.
struct Node {
    const Json* value;
    std::string pointer;

    /// Returns the node of a key or index below this one (`value` is that child's).
    [[nodiscard]] Node child(std::string_view token, const Json& child_value) const;
};

/// An object's member.
struct Member {
    std::string key;
    Node node;
};

/// Returns the members of an object; none if the node is no object.
[[nodiscard]] std::vector<Member> members(const Node& node);
/// Returns the elements of an array; none if the node is no array.
[[nodiscard]] std::vector<Node> elements(const Node& node);
/// Returns the elements of the array under `key`; none if there is no such array.
[[nodiscard]] std::vector<Node> elements_at(const Node& node, std::string_view key);
/// Returns the members of the object under `key`; none if there is no such object.
[[nodiscard]] std::vector<Member> members_at(const Node& node, std::string_view key);
/// Returns the text under `key`, "" if there is no such string.
[[nodiscard]] std::string text_at(const Node& node, std::string_view key);

/// Says whether the document says it is of Arazzo 1.0, not 1.1.
[[nodiscard]] bool says_1_0(const Json& document);

/// One gathered problem.
struct Problem {
    Severity severity = Severity::kError;
    Error error;
};

/// Gathers problems, each once. Not thread-safe.
class Problems {
  public:
    /// `document` is borrowed and gives the places.
    explicit Problems(const Document& document) : document_(document) {}

    /// Notes a problem of the value at `pointer`; `mend` says how to put it right.
    void add(Severity severity,
             ErrorCode code,
             std::string_view pointer,
             std::string message,
             std::string mend = "");
    void add(Severity severity, Error error);

    [[nodiscard]] const Document& document() const { return document_; }
    /// Returns them in the order of the text.
    [[nodiscard]] std::vector<Problem> sorted() const;

  private:
    const Document& document_;
    std::vector<Problem> problems_;
};

/// Notes, for `lint`, what came with Arazzo 1.1 if the document says 1.0; `what` with its verb:
/// `Selector Objects came`.
void refuse_in_1_0(Problems& problems, std::string_view pointer, std::string_view what);

/// Returns `did you mean "x"?` if `word` looks like one of `names` misspelt, else the names there
/// are.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& names);

}  // namespace plumbline::workflow
