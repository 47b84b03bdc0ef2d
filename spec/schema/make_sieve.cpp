// Lays out what valijson compiled as nodes of a sieve.

#include "spec/base/check.hpp"
#include "spec/schema/judge.hpp"
#include "spec/schema/sieve.hpp"
#include "spec/schema/value_types.hpp"

#include <nlohmann/json.hpp>
#include <valijson/constraints/concrete_constraints.hpp>
#include <valijson/constraints/constraint_visitor.hpp>
#include <valijson/schema.hpp>

#include <string_view>
#include <utility>

namespace plumbline {

using valijson::Subschema;

/// Makes the node of each schema it is shown, once.
class Sieve::Maker final : public valijson::constraints::ConstraintVisitor {
  public:
    Maker(Sieve& sieve, const Patterns& patterns) : sieve_(sieve), patterns_(patterns) {}

    Place place_of(const Subschema& schema) {
        const auto [known, is_new] = sieve_.places_.emplace(&schema, sieve_.nodes_.size());
        const Place place = known->second;
        if (!is_new) return place;
        sieve_.nodes_.emplace_back();  // taken first: a schema may contain itself
        Node node;
        Node* const outer = std::exchange(node_, &node);
        schema.apply(visit_one_);
        node_ = outer;
        sieve_.nodes_[place] = std::move(node);
        return place;
    }

    bool visit(const PolyConstraint& own) override {
        node_->checks = &checks_of(own);
        return true;
    }

    bool visit(const TypeConstraint& types) override {
        node_->types = type_bits(types);
        return true;
    }

    bool visit(const AllOfConstraint& all) override { return take_parts(all, node_->all); }
    bool visit(const AnyOfConstraint& any) override { return take_parts(any, node_->any); }
    bool visit(const OneOfConstraint& one) override { return take_parts(one, node_->one); }

    bool visit(const NotConstraint& negated) override {
        node_->has_combinations = true;
        node_->negated = place_of(*negated.getSubschema());
        return true;
    }

    bool visit(const ConditionalConstraint& fork) override {
        node_->has_combinations = true;
        node_->condition = place_of(*fork.getIfSubschema());
        node_->then = place_or(fork.getThenSubschema(), kAnything);
        node_->otherwise = place_or(fork.getElseSubschema(), kAnything);
        return true;
    }

    bool visit(const DependenciesConstraint& dependencies) override {
        node_->judges_members = true;
        dependencies.applyToSchemaDependencies([&](const auto& name, const Subschema* schema) {
            node_->dependents.emplace_back(std::string_view(name.data(), name.size()),
                                           place_of(*schema));
            return true;
        });
        return true;
    }

    bool visit(const SingularItemsConstraint& items) override {
        node_->judges_items = true;
        node_->other_items = place_of(*items.getItemsSubschema());
        return true;
    }

    bool visit(const LinearItemsConstraint& items) override {
        node_->judges_items = true;
        items.applyToItemSubschemas([&](unsigned, const Subschema* schema) {
            node_->first_items.push_back(place_of(*schema));
            return true;
        });
        node_->other_items = place_or(items.getAdditionalItemsSubschema(), kNothing);
        return true;
    }

    bool visit(const ContainsConstraint& contains) override {
        node_->judges_items = true;
        node_->contained = place_of(*contains.getSubschema());
        return true;
    }

    bool visit(const PropertyNamesConstraint& names) override {
        node_->judges_members = true;
        node_->names = place_of(*names.getSubschema());
        return true;
    }

    bool visit(const PropertiesConstraint& properties) override {
        node_->judges_members = true;
        properties.applyToProperties([&](const auto& name, const Subschema* schema) {
            node_->properties.emplace_back(std::string_view(name.data(), name.size()),
                                           place_of(*schema));
            return true;
        });
        properties.applyToPatternProperties([&](const auto& text, const Subschema* schema) {
            const auto compiled = patterns_.find(std::string_view(text.data(), text.size()));
            node_->patterns.emplace_back(&compiled->second, place_of(*schema));
            return true;
        });
        node_->other_members = place_or(properties.getAdditionalPropertiesSubschema(), kNothing);
        return true;
    }

    // Assertions: lowering turned them into checks.
    bool visit(const ConstConstraint&) override { return never(); }
    bool visit(const EnumConstraint&) override { return never(); }
    bool visit(const FormatConstraint&) override { return never(); }
    bool visit(const MaximumConstraint&) override { return never(); }
    bool visit(const MaxItemsConstraint&) override { return never(); }
    bool visit(const MaxLengthConstraint&) override { return never(); }
    bool visit(const MaxPropertiesConstraint&) override { return never(); }
    bool visit(const MinimumConstraint&) override { return never(); }
    bool visit(const MinItemsConstraint&) override { return never(); }
    bool visit(const MinLengthConstraint&) override { return never(); }
    bool visit(const MinPropertiesConstraint&) override { return never(); }
    bool visit(const MultipleOfDoubleConstraint&) override { return never(); }
    bool visit(const MultipleOfIntConstraint&) override { return never(); }
    bool visit(const PatternConstraint&) override { return never(); }
    bool visit(const RequiredConstraint&) override { return never(); }
    bool visit(const UniqueItemsConstraint&) override { return never(); }

  private:
    static bool never() {
        PLUMBLINE_CHECK(false, "an assertion reached valijson without being lowered");
        return false;
    }

    Place place_or(const Subschema* schema, Place otherwise) {
        return schema ? place_of(*schema) : otherwise;
    }

    template <typename Combination>
    bool take_parts(const Combination& combination, std::vector<Place>& places) {
        node_->has_combinations = true;
        combination.applyToSubschemas([&](unsigned, const Subschema* part) {
            places.push_back(place_of(*part));
            return true;
        });
        return true;
    }

    Sieve& sieve_;
    const Patterns& patterns_;
    Node* node_ = nullptr;
    Subschema::ApplyFunction visit_one_ = [this](const auto& one) { return one.accept(*this); };
};

Sieve::Sieve(const valijson::Schema& schema, const Patterns& patterns) {
    Maker maker(*this, patterns);
    maker.place_of(*schema.emptySubschema());  // kAnything
    root_ = maker.place_of(*schema.root());
}

}  // namespace plumbline
