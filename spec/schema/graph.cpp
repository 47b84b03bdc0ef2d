#include "spec/schema/graph.hpp"

#include "spec/base/check.hpp"
#include "spec/schema/judge.hpp"
#include "spec/schema/sieve.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/constraint_builder.hpp>
#include <valijson/constraints/concrete_constraints.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>

#include <exception>
#include <optional>
#include <utility>

#if !VALIJSON_USE_EXCEPTIONS
#error "without VALIJSON_USE_EXCEPTIONS=1 a bad schema would end the program"
#endif

namespace plumbline {
namespace {

/// The checks of one schema, hung into valijson's graph.
class ChecksConstraint final : public valijson::constraints::PolyConstraint {
  public:
    explicit ChecksConstraint(const std::vector<Check>& checks) : checks_(&checks) {}
    const std::vector<Check>& checks() const { return *checks_; }

    bool validate(const valijson::adapters::Adapter&,
                  const std::vector<std::string>&,
                  valijson::ValidationResults*) const override {
        PLUMBLINE_CHECK(false, "valijson's own validator is never used");
        return false;
    }

  private:
    valijson::constraints::Constraint* cloneInto(void* place) const override {
        return new (place) ChecksConstraint(*this);
    }
    std::size_t sizeOf() const override { return sizeof(ChecksConstraint); }

    const std::vector<Check>* checks_;
};

class ChecksBuilder final : public valijson::ConstraintBuilder {
  public:
    explicit ChecksBuilder(const std::vector<std::vector<Check>>& checks) : checks_(checks) {}

    valijson::constraints::Constraint* make(
        const valijson::adapters::Adapter& value) const override {
        return new ChecksConstraint(checks_.at(static_cast<std::size_t>(value.asInteger())));
    }

  private:
    const std::vector<std::vector<Check>>& checks_;
};

}  // namespace

const std::vector<Check>& checks_of(const valijson::constraints::PolyConstraint& own) {
    // Ours are the only ones.
    return static_cast<const ChecksConstraint&>(own).checks();
}

struct Graph::Compiled {
    explicit Compiled(Lowered from) : lowered(std::move(from)) {}

    Lowered lowered;
    valijson::Schema schema;
    std::optional<Sieve> sieve;
};

Result<Graph> Graph::compile(Lowered lowered) {
    auto compiled = std::make_shared<Compiled>(std::move(lowered));
    try {
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.addConstraintBuilder(kChecksKeyword, new ChecksBuilder(compiled->lowered.checks));
        // valijson knows the library's own JSON only.
        const nlohmann::json schema(*compiled->lowered.schema);
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), compiled->schema);
    } catch (const std::exception& problem) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("the schema does not compile: {}", problem.what()));
    }
    compiled->sieve.emplace(compiled->schema, compiled->lowered.patterns);
    Graph graph;
    graph.compiled_ = std::move(compiled);
    return graph;
}

bool Graph::accepts(const Json& value) const {
    return compiled_->sieve->fits(value);
}

void Graph::judge(const Json& value, Findings& findings) const {
    judge_value(compiled_->schema, compiled_->lowered.patterns, *compiled_->sieve, value, findings);
}

}  // namespace plumbline
