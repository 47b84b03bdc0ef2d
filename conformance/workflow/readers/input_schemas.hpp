#pragma once
// The compiled schemas of inputs.

#include "spec/schema/schema.hpp"

namespace plumbline::workflow {

/// Compiles the schemas that the workflows of one document declare under `inputs`.
class InputSchemas {
  public:
    explicit InputSchemas(const Document& suite);

    /// Returns the schema at a pointer of the suite. Errors: as SchemaCompiler::compile.
    [[nodiscard]] Result<Schema> compile(std::string_view pointer) {
        return compiler_.compile(pointer);
    }

  private:
    SchemaCompiler compiler_;
};

}  // namespace plumbline::workflow
