#include "spec/schema/schema_table.hpp"

#include "spec/base/check.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/constraint_builder.hpp>
#include <valijson/constraints/concrete_constraints.hpp>
#include <valijson/constraints/constraint_visitor.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>

#include <exception>
#include <string_view>
#include <utility>

#if !VALIJSON_USE_EXCEPTIONS
#error "without VALIJSON_USE_EXCEPTIONS=1 an invalid schema would abort the program"
#endif

namespace plumbline {
namespace {

using valijson::Subschema;

/// The keywords of one schema that valijson does not compile, as a constraint in its graph.
class OwnConstraint final : public valijson::constraints::PolyConstraint {
  public:
    explicit OwnConstraint(const OwnKeywords& keywords) : keywords_(&keywords) {}
    const OwnKeywords& keywords() const { return *keywords_; }

    bool validate(const valijson::adapters::Adapter&,
                  const std::vector<std::string>&,
                  valijson::ValidationResults*) const override {
        PLUMBLINE_CHECK(false, "valijson's own validator is never used");
        return false;
    }

  private:
    valijson::constraints::Constraint* cloneInto(void* place) const override {
        return new (place) OwnConstraint(*this);
    }
    std::size_t sizeOf() const override { return sizeof(OwnConstraint); }

    const OwnKeywords* keywords_;
};

class OwnConstraintBuilder final : public valijson::ConstraintBuilder {
  public:
    explicit OwnConstraintBuilder(const std::vector<OwnKeywords>& own) : own_(own) {}

    valijson::constraints::Constraint* make(
        const valijson::adapters::Adapter& value) const override {
        return new OwnConstraint(own_.at(static_cast<std::size_t>(value.asInteger())));
    }

  private:
    const std::vector<OwnKeywords>& own_;
};

/// Makes a node of each schema that valijson has compiled.
class NodeBuilder final : public valijson::constraints::ConstraintVisitor {
  public:
    NodeBuilder(const valijson::Schema& schema, SchemaTable& table)
        : absent_(schema.emptySubschema()), table_(table) {
        schema.root()->apply(visit_one_);
    }

    // Only the root has this constraint without being in a definition.
    bool visit(const LinearItemsConstraint& items) override {
        if (node_ == nullptr) return add_definitions(items);
        node_->has_item_keywords = true;
        items.applyToItemSubschemas([&](unsigned, const Subschema* schema) {
            node_->prefix_items.push_back(add(*schema));
            return true;
        });
        node_->other_items = add_unless_absent(items.getAdditionalItemsSubschema());
        return true;
    }

    bool visit(const PolyConstraint& own) override {
        // The graph has no PolyConstraint of any other class.
        node_->own = &static_cast<const OwnConstraint&>(own).keywords();
        return true;
    }

    bool visit(const AllOfConstraint& all) override { return add_branches(all, node_->all_of); }
    bool visit(const AnyOfConstraint& any) override { return add_branches(any, node_->any_of); }
    bool visit(const OneOfConstraint& one) override { return add_branches(one, node_->one_of); }

    bool visit(const NotConstraint& negated) override {
        node_->has_combinations = true;
        node_->negated = add(*negated.getSubschema());
        return true;
    }

    bool visit(const ConditionalConstraint& conditional) override {
        node_->has_combinations = true;
        node_->condition = add(*conditional.getIfSubschema());
        node_->then = add_unless_absent(conditional.getThenSubschema());
        node_->otherwise = add_unless_absent(conditional.getElseSubschema());
        return true;
    }

    bool visit(const DependenciesConstraint& dependencies) override {
        node_->has_combinations = true;
        dependencies.applyToSchemaDependencies([&](const auto& name, const Subschema* schema) {
            node_->dependents.emplace_back(std::string(name.data(), name.size()), add(*schema));
            return true;
        });
        return true;
    }

    bool visit(const SingularItemsConstraint& items) override {
        node_->has_item_keywords = true;
        node_->other_items = add(*items.getItemsSubschema());
        return true;
    }

    bool visit(const PropertyNamesConstraint& names) override {
        node_->has_member_keywords = true;
        node_->names = add(*names.getSubschema());
        return true;
    }

    bool visit(const PropertiesConstraint& properties) override {
        node_->has_member_keywords = true;
        properties.applyToProperties([&](const auto& name, const Subschema* schema) {
            node_->properties.emplace_back(std::string(name.data(), name.size()), add(*schema));
            return true;
        });
        properties.applyToPatternProperties([&](const auto& text, const Subschema* schema) {
            const auto compiled = table_.patterns.find(std::string_view(text.data(), text.size()));
            node_->patterns.emplace_back(&compiled->second, add(*schema));
            return true;
        });
        node_->additional_members =
            add_unless_absent(properties.getAdditionalPropertiesSubschema());
        return true;
    }

    // Lowering makes keywords of our own of these, so valijson never has them.
    bool visit(const ConstConstraint&) override { return reject(); }
    bool visit(const ContainsConstraint&) override { return reject(); }
    bool visit(const EnumConstraint&) override { return reject(); }
    bool visit(const FormatConstraint&) override { return reject(); }
    bool visit(const MaximumConstraint&) override { return reject(); }
    bool visit(const MaxItemsConstraint&) override { return reject(); }
    bool visit(const MaxLengthConstraint&) override { return reject(); }
    bool visit(const MaxPropertiesConstraint&) override { return reject(); }
    bool visit(const MinimumConstraint&) override { return reject(); }
    bool visit(const MinItemsConstraint&) override { return reject(); }
    bool visit(const MinLengthConstraint&) override { return reject(); }
    bool visit(const MinPropertiesConstraint&) override { return reject(); }
    bool visit(const MultipleOfDoubleConstraint&) override { return reject(); }
    bool visit(const MultipleOfIntConstraint&) override { return reject(); }
    bool visit(const PatternConstraint&) override { return reject(); }
    bool visit(const RequiredConstraint&) override { return reject(); }
    bool visit(const TypeConstraint&) override { return reject(); }
    bool visit(const UniqueItemsConstraint&) override { return reject(); }

  private:
    static bool reject() {
        PLUMBLINE_CHECK(false, "a keyword reached valijson without being lowered");
        return false;
    }

    bool add_definitions(const LinearItemsConstraint& items) {
        table_.nodes.resize(items.getItemSubschemaCount());
        items.applyToItemSubschemas([&](unsigned index, const Subschema* schema) {
            fill(index, *schema);
            return true;
        });
        return true;
    }

    void fill(NodeIndex index, const Subschema& schema) {
        SchemaNode node;
        SchemaNode* const outer = std::exchange(node_, &node);
        schema.apply(visit_one_);
        node_ = outer;
        table_.nodes[index] = std::move(node);
    }

    NodeIndex add(const Subschema& schema) {
        const NodeIndex index = table_.nodes.size();
        table_.nodes.emplace_back();
        fill(index, schema);
        return index;
    }

    NodeIndex add_unless_absent(const Subschema* schema) {
        return schema == nullptr || schema == absent_ ? kNoSchema : add(*schema);
    }

    template <typename Combination>
    bool add_branches(const Combination& combination, std::vector<NodeIndex>& branches) {
        node_->has_combinations = true;
        combination.applyToSubschemas([&](unsigned, const Subschema* part) {
            branches.push_back(add(*part));
            return true;
        });
        return true;
    }

    const Subschema* absent_;
    SchemaTable& table_;
    SchemaNode* node_ = nullptr;  ///< null outside the definitions
    Subschema::ApplyFunction visit_one_ = [this](const auto& one) { return one.accept(*this); };
};

}  // namespace

Result<std::shared_ptr<const SchemaTable>> SchemaTable::compile(LoweredSchema lowered) {
    auto table = std::make_shared<SchemaTable>(
        SchemaTable{std::move(lowered.own), std::move(lowered.patterns), {}});
    try {
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.addConstraintBuilder(kOwnKeyword, new OwnConstraintBuilder(table->own));
        valijson::Schema schema;
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(*lowered.schema), schema);
        const NodeBuilder builder(schema, *table);
    } catch (const std::exception& problem) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("the schema does not compile: {}", problem.what()));
    }
    return table;
}

}  // namespace plumbline
