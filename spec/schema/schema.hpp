#pragma once
// JSON Schema 2020-12 as OpenAPI 3.1 uses it: lowered, compiled by valijson, judged by our own
// visitor.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One way in which a value does not fit its schema.
struct Violation {
    std::string instance_pointer;  ///< where in the value, e.g. `/source_config/cpu`
    std::string keyword;           ///< as written in the document, e.g. `maximum`
    std::string schema_pointer;    ///< of that keyword in the document
    std::string message;           ///< what was found and what was expected

    bool operator==(const Violation&) const = default;
};

/// A compiled schema. Cheap to copy. Thread: immutable, safe from any thread.
class Schema {
  public:
    /// Returns everything that is wrong with `value`, in document order; empty if it fits. A value
    /// nested deeper than 512 levels is one violation. Costs linear time.
    [[nodiscard]] std::vector<Violation> judge(const Json& value) const;
    /// Says whether `value` fits; cheaper than judge.
    [[nodiscard]] bool accepts(const Json& value) const;
    /// Returns the pointer of the schema in its document.
    [[nodiscard]] const std::string& pointer() const;

  private:
    friend class SchemaCompiler;
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

/// What a SchemaCompiler does with keywords it cannot lower.
enum class SchemaStrictness {
    kClosed,    ///< ours: every unknown keyword, x- name and format is an error
    kTolerant,  ///< foreign documents: unknown x- names and annotations pass; what would change a
                ///< verdict and cannot be lowered is still an error (kUnsupported), so that nothing
                ///< is guessed
};

/// Compiles the schemas of one document. `$ref` may point anywhere into
/// `#/components/schemas/NAME`. Thread: compile from one thread at a time.
class SchemaCompiler {
  public:
    /// `x_names` are the x- keywords allowed in schema objects (closed mode).
    SchemaCompiler(Document document,
                   SchemaStrictness strictness,
                   std::vector<std::string> x_names = {});
    ~SchemaCompiler();
    SchemaCompiler(SchemaCompiler&&) noexcept;
    SchemaCompiler& operator=(SchemaCompiler&&) noexcept;

    /// Checks the schema at `pointer` and all it reaches without compiling: keyword names, value
    /// types, references. Errors: kInvalid (unknown or misspelt keyword, wrong keyword value,
    /// `$ref` loop), kNotFound (dangling `$ref`), kUnsupported (a keyword or pattern we cannot
    /// judge), kLimit; each with the position in the document. What was reached before is not
    /// walked again.
    [[nodiscard]] Result<void> check(std::string_view pointer);
    /// Compiles the schema at `pointer` (checks it first); a second call answers from a cache. The
    /// result lives as long as the compiler.
    [[nodiscard]] const Result<Schema>& compile(std::string_view pointer);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace plumbline
