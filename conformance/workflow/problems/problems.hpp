#pragma once
// The problems of a suite, and access to the nodes of its document.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// The severity of a problem. The first two prevent a run; the others concern `lint`.
enum class ProblemSeverity {
    kError,          ///< cannot be run
    kUnavailable,    ///< legal, but needs a resource on another machine: an error for a run only
    kNonconforming,  ///< the published schema of Arazzo rejects it; a run accepts it
    kWarning,        ///< legal, but probably not intended
    kSuggestion,     ///< supported here, but other runners may differ
};

/// A value of the document and its pointer. `value` is never null.
struct DocumentNode {
    const Json* value;
    std::string pointer;

    /// Returns the node of a key or index below this one (`child_value` is its value).
    [[nodiscard]] DocumentNode child(std::string_view token, const Json& child_value) const;
};

/// A member of an object.
struct DocumentMember {
    std::string key;
    DocumentNode node;
};

/// Returns the members of an object; none if the node is not an object.
[[nodiscard]] std::vector<DocumentMember> members(const DocumentNode& node);
/// Returns the elements of an array; none if the node is not an array.
[[nodiscard]] std::vector<DocumentNode> elements(const DocumentNode& node);
/// Returns the elements of the array under `key`; none if there is no such array.
[[nodiscard]] std::vector<DocumentNode> elements_at(const DocumentNode& node, std::string_view key);
/// Returns the members of the object under `key`; none if there is no such object.
[[nodiscard]] std::vector<DocumentMember> members_at(const DocumentNode& node,
                                                     std::string_view key);
/// Returns the string under `key`, "" if there is no such string.
[[nodiscard]] std::string text_at(const DocumentNode& node, std::string_view key);

/// Returns whether the document declares Arazzo 1.0 rather than 1.1.
[[nodiscard]] bool is_arazzo_1_0(const Json& document);

/// One problem of a suite.
struct SuiteProblem {
    ProblemSeverity severity = ProblemSeverity::kError;
    Error error;
};

/// Collects problems without duplicates. Not thread-safe.
class ProblemCollector {
  public:
    /// `document` is borrowed and provides positions.
    explicit ProblemCollector(const Document& document) : document_(document) {}

    /// Adds a problem of the value at `pointer`; `fix` describes how to correct it.
    void add(ProblemSeverity severity,
             ErrorCode code,
             std::string_view pointer,
             std::string message,
             std::string fix = "");
    void add(ProblemSeverity severity, Error error);

    [[nodiscard]] const Document& document() const { return document_; }
    /// Returns the problems in the order of the text.
    [[nodiscard]] std::vector<SuiteProblem> sorted() const;

  private:
    const Document& document_;
    std::vector<SuiteProblem> problems_;
};

/// Reports, for `lint`, a feature of Arazzo 1.1 in a document that declares 1.0; `what` is the
/// feature with its verb: `Selector Objects require`.
void require_arazzo_1_1(ProblemCollector& problems,
                        std::string_view pointer,
                        std::string_view what);

/// Returns `did you mean "x"?` if `word` is probably a misspelling of one of `names`, else the list
/// of names.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& names);

}  // namespace plumbline::workflow
