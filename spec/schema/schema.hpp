#pragma once
// JSON Schema 2020-12 as OpenAPI 3.1 uses it. A schema is rewritten to keywords that valijson
// knows, valijson compiles it, and a table of nodes made from the result evaluates values.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One violation of a schema by a value.
struct Violation {
    std::string instance_pointer;  ///< pointer into the value, e.g. `/source_config/cpu`
    std::string keyword;           ///< keyword as written in the document, e.g. `maximum`
    std::string schema_pointer;    ///< pointer of that keyword in the document
    std::string message;           ///< what was found and what was expected

    bool operator==(const Violation&) const = default;
};

class WrittenNumbers;

/// How a value fits a schema.
struct SchemaJudgement {
    /// In the order of the value: the first 100 that are found, and the first of each keyword.
    std::vector<Violation> violations;
    /// Keywords on which the result depends and that cannot be judged for this value, each with the
    /// reason in `message`. They may be judged for other values.
    std::vector<Violation> unjudged{};
    std::size_t dropped = 0;  ///< the number of violations beside these, repeated ones included
};

/// A compiled schema. Cheap to copy. Thread-safe: immutable.
class Schema {
  public:
    /// Returns the violations of `value` as SchemaJudgement has them, empty if it matches. A value
    /// nested deeper than 128 levels results in one violation. Takes linear time.
    [[nodiscard]] std::vector<Violation> evaluate(const Json& value) const;
    /// Returns all violations, without the limit of SchemaJudgement.
    [[nodiscard]] std::vector<Violation> all_violations(const Json& value) const;
    /// Does the same, and returns what of the schema cannot be judged for this value. `numbers` has
    /// the numbers of the text from which `value` was read, with all digits: where the value has a
    /// rounded one, that of the text is judged. May be null.
    [[nodiscard]] SchemaJudgement judge(const Json& value, WrittenNumbers* numbers) const;
    /// Returns whether `value` matches; cheaper than evaluate.
    [[nodiscard]] bool accepts(const Json& value) const;
    /// Returns what of the schema cannot be judged, with its position; tolerant mode only. Such a
    /// keyword never leads to a violation, and everything else is judged.
    [[nodiscard]] const std::vector<Error>& unjudged() const;
    /// Returns what is judged less exactly than the document says, tolerant mode only: unknown
    /// formats (kNotFound), each with its first place, and bounds that no double represents.
    [[nodiscard]] const std::vector<Error>& imprecise_parts() const;
    /// Returns the pointer of the schema in its document.
    [[nodiscard]] const std::string& pointer() const;

  private:
    friend class SchemaCompiler;
    struct SharedSchema;
    std::shared_ptr<const SharedSchema> compiled_;
};

/// How a SchemaCompiler treats keywords that it does not know or cannot judge.
enum class SchemaStrictness {
    kClosed,    ///< for the contract's documents: every unknown keyword, x- name and format is an
                ///< error
    kTolerant,  ///< for foreign (all other) documents: unknown x- names and annotations are
                ///< ignored. A keyword that affects validity and cannot be judged is left out:
                ///< Schema::unjudged
};

/// Compiles the schemas of one document. A `$ref` may lead to what SchemaResources::resolve finds.
/// Thread-safe. It caches results; copies share them.
class SchemaCompiler {
  public:
    /// `x_names` are the x- keywords allowed in schema objects (closed mode).
    SchemaCompiler(Document document,
                   SchemaStrictness strictness,
                   std::vector<std::string> x_names = {});

    /// Checks the schema at `pointer` and all schemas that it reaches, without compiling them:
    /// keyword names, value types, references. Errors: kInvalid (unknown or misspelt keyword, wrong
    /// keyword value, `$ref` loop), kNotFound (dangling `$ref`), kUnsupported (a keyword or pattern
    /// that we cannot evaluate), kLimit; each with its position in the document. Skips schemas that
    /// an earlier call has checked.
    [[nodiscard]] Result<void> check(std::string_view pointer) const;
    /// Checks and compiles the schema at `pointer`; caches the result. The reference is valid as
    /// long as the compiler.
    [[nodiscard]] const Result<Schema>& compile(std::string_view pointer) const;

  private:
    struct CompilerState;
    std::shared_ptr<CompilerState> state_;
};

/// Compiles a schema of one of our own documents in closed mode. Errors: that of `document`, and as
/// SchemaCompiler::compile.
[[nodiscard]] Result<Schema> compile_closed_schema(Result<Document> document,
                                                   std::string_view pointer = "");

/// A value to check, and what the error about it says.
struct CheckedValue {
    const Json& value;
    const Document* document = nullptr;  ///< gives the error its position; may be null
    std::string pointer{};               ///< of the value in the document
    std::string name{};                  ///< of the value; precedes the violation's pointer
    std::vector<std::string> notes{};
    std::function<std::string(const Violation&)> hint{};  ///< returns the end of the message
};

/// Checks a value. Errors: that of `schema`; kInvalid with the first violation, as `NAME/POINTER:
/// found ..., expected ...`.
[[nodiscard]] Result<void> check_by_schema(const Result<Schema>& schema,
                                           const CheckedValue& checked);

}  // namespace plumbline
