#pragma once
// The problems of a suite, and access to the nodes of its document.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <functional>
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

    void add(ProblemSeverity severity, Error error);
    /// Adds a problem at a position; `fix` describes how to correct it, in a line or several.
    void add(ProblemSeverity severity,
             const SourceRef& where,
             std::string message,
             std::string_view fix = "",
             ErrorCode code = ErrorCode::kInvalid);

    [[nodiscard]] const Document& document() const { return document_; }
    /// Returns the problems in the order of the text.
    [[nodiscard]] std::vector<SuiteProblem> sorted() const;

  private:
    const Document& document_;
    std::vector<SuiteProblem> problems_;
};

/// A value of a document, its position, and the collector of its problems, which is borrowed.
struct DocumentNode {
    const Json* value;  ///< never null: the JSON value null if the document has no such value
    std::string pointer;
    std::string key;  ///< the name of a member, or the index of an element
    ProblemCollector* problems;

    /// Returns the node of the whole document.
    [[nodiscard]] static DocumentNode root(ProblemCollector& problems);

    /// Returns the member, whether it exists or not.
    [[nodiscard]] DocumentNode operator[](std::string_view member_key) const;
    /// Returns whether the document has this value.
    [[nodiscard]] bool exists() const;
    [[nodiscard]] bool has(std::string_view member_key) const;
    /// Returns the members of an object; none if the value is not an object.
    [[nodiscard]] std::vector<DocumentNode> members() const;
    /// Returns the elements of an array; none if the value is not an array.
    [[nodiscard]] std::vector<DocumentNode> elements() const;
    /// Returns the string, "" if the value is not a string.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string text(std::string_view member_key) const;
    [[nodiscard]] SourceRef where() const;

    /// Report a problem of this value; `fix` describes how to correct it.
    void report(ProblemSeverity severity,
                std::string message,
                const std::string& fix = "",
                ErrorCode code = ErrorCode::kInvalid) const;
    void error(std::string message,
               const std::string& fix = "",
               ErrorCode code = ErrorCode::kInvalid) const;
    void nonconforming(std::string message, const std::string& fix) const;
    void warning(std::string message, const std::string& fix = "") const;
    void suggest(std::string message, const std::string& fix) const;
};

/// Calls `visit` for each step of a document.
void for_each_step(ProblemCollector& problems,
                   const std::function<void(const DocumentNode&)>& visit);

/// Returns whether the document declares Arazzo 1.0 rather than 1.1.
[[nodiscard]] bool is_arazzo_1_0(const Document& document);

/// Reports, for `lint`, a feature of Arazzo 1.1 in a document that declares 1.0; `what` is the
/// feature with its verb: `Selector Objects require`.
void require_arazzo_1_1(const DocumentNode& node, std::string_view what);

/// Returns `did you mean "x"?` if `word` is probably a misspelling of one of `names`, else the list
/// of names.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& names);

/// Returns the names of the elements of a list or table, for `suggestion`; `name` is the member
/// that has the name: `names_of(suite.workflows, &Workflow::id)`.
template <typename List, typename Name>
[[nodiscard]] std::vector<std::string> names_of(const List& list, Name name) {
    std::vector<std::string> names;
    names.reserve(std::size(list));
    for (const auto& element : list) names.emplace_back(std::invoke(name, element));
    return names;
}

}  // namespace plumbline::workflow
