#pragma once
// What an API document states about the records of each type over several answers, made ready to be
// watched. Nothing here is about one API: it all comes from x-resource, x-history and the rules.

#include "spec/contract/contract.hpp"
#include "spec/json/pointer.hpp"
#include "spec/regex/regex.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::monitors {

/// The form of a field of a record, as far as it matters when two of its values are compared.
struct Form {
    std::string name;         ///< "*": every item of a list
    std::string pointer{};    ///< in the record
    std::string format{};     ///< of a text, "": none
    bool is_written = false;  ///< clients write it, answers show it
    /// Place in Type::replaced of the statement that a patch replaces it with; none: it does not.
    std::optional<std::size_t> replaced{};
    std::vector<Form> members{};  ///< empty: none is described

    /// Returns the member of that name, or null.
    [[nodiscard]] const Form* find(std::string_view member) const;
};

/// Numbers of the target that take the place of the document's, by the name of a statement's
/// `limit`.
using Limits = std::map<std::string, int, std::less<>>;

/// One statement about the value at a place of a record. Which members count depends on the
/// monitor.
struct Statement {
    HistoryKind kind = HistoryKind::kConstant;
    std::string code;     ///< of findings, e.g. `history-constant`
    JsonPointer pointer;  ///< in the record
    Form form{};          ///< of the value there
    JsonPointer field;    ///< of the value beside it that counts too
    std::string type;     ///< of the other record: named, belonging to this one, or its parent
    std::optional<Regex> pattern;
    std::optional<Regex> when;      ///< the values that it is about
    std::optional<int> count{};     ///< how many there may be
    std::optional<int> also{};      ///< another number that the description gives
    int spare = 0;                  ///< so many more are taken, too
    std::string limit{};            ///< by this name a target may state another `count`
    std::size_t watched = 0;        ///< place in Type::watched of the other record's type
    double factor = 1;              ///< of a default
    std::optional<int> decimals{};  ///< that a default is rounded to
    bool needs_attempt = false;     ///< shown only where a patch tries to change the value
    Basis basis = Basis::kStated;
    std::vector<std::string> requirements;
};

/// What is stated about the records of one type.
struct Type {
    std::string name;
    std::string own_parameter;  ///< path parameter that holds a record's id
    std::string parent;         ///< type of the records that it belongs to, "": none
    std::vector<Statement> constants;
    std::vector<Statement> growing;
    std::vector<Statement> finals;
    std::vector<Statement> identities;
    std::vector<Statement> newest;
    std::vector<Statement> names;
    std::vector<Statement> equal;
    std::vector<Statement> numbered;
    std::vector<Statement> since_parent;
    std::vector<Statement> of_children;  ///< all_of, some_of, none_of
    std::vector<Statement> at_once;      ///< of its lists: at_most
    std::vector<Statement> sent;         ///< shown by the create as it was sent
    std::vector<Statement> replaced;     ///< what a patch replaces as a whole
    std::vector<Statement> defaults;
    Form fields;                       ///< all that answers show
    std::vector<JsonPointer> watched;  ///< what `names` and `since_parent` of other types look at
    bool is_deletable = false;         ///< by an operation of the API, or with what it belongs to
};

/// All types of a document. Thread: immutable, safe from any thread.
class Statements {
  public:
    explicit Statements(const ApiDocument& api);

    /// Returns the type an operation deals with, or null.
    [[nodiscard]] const Type* of(const Operation& operation) const;
    [[nodiscard]] const Type* find(std::string_view type) const;
    /// Returns the headers that say who calls.
    [[nodiscard]] const std::vector<std::string>& caller_headers() const { return headers_; }

  private:
    void name_parents(const std::map<std::string, std::string>& parameters);
    void watch_other_types();
    [[nodiscard]] bool goes_with_another(const Type& type) const;

    std::map<std::string, Type, std::less<>> types_;
    std::vector<std::string> headers_;
};

/// The statements of every document that a run meets, each read once. Thread: safe from any thread.
class Library {
  public:
    [[nodiscard]] std::shared_ptr<const Statements> of(const ApiDocument& api);

  private:
    std::mutex mutex_;
    std::map<const ApiDocument*, std::shared_ptr<const Statements>> read_;
};

/// Returns what is stated about an operation itself, or null.
[[nodiscard]] const HistoryRule* stated(const Operation& operation, HistoryKind kind);

}  // namespace plumbline::monitors
