#pragma once
// A lowered schema as valijson compiles it. Its parser is what costs compile time: only graph.cpp
// has it.

#include "spec/base/result.hpp"
#include "spec/schema/findings.hpp"
#include "spec/schema/lowering.hpp"

#include <memory>

namespace plumbline {

/// A compiled schema. Thread: immutable, safe from any thread.
class Graph {
  public:
    /// Errors: kInvalid, if valijson refuses what passed our own checks.
    [[nodiscard]] static Result<Graph> compile(Lowered lowered);

    /// Says whether `value` fits.
    [[nodiscard]] bool accepts(const Json& value) const;
    /// Looks at everything and adds all that is wrong: nothing exactly where `accepts` says yes.
    void judge(const Json& value, Findings& findings) const;

  private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace plumbline
