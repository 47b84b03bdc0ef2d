#include "spec/schema/judge.hpp"

#include "spec/base/check.hpp"
#include "spec/schema/value_types.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <valijson/constraints/concrete_constraints.hpp>
#include <valijson/constraints/constraint_visitor.hpp>
#include <valijson/schema.hpp>

#include <string_view>
#include <utility>

namespace plumbline {
namespace {

using valijson::Subschema;

/// Judges one value. Lives for one call, on one thread.
class Judge final : public valijson::constraints::ConstraintVisitor {
  public:
    Judge(const Patterns& patterns,
          const Sieve& sieve,
          const Subschema* anything,
          Findings& findings)
        : patterns_(patterns), sieve_(sieve), anything_(anything), findings_(findings) {}

    bool run(const Subschema& schema, const Json& value, const Path* path) {
        const At outer = std::exchange(at_, At{&schema, &value, path});
        const bool fits = schema.apply(visit_one_);
        at_ = outer;
        return fits;
    }

    bool visit(const PolyConstraint& own) override {
        bool fits = true;
        for (const Check& check : checks_of(own)) {
            if (check.holds(value())) continue;
            add(check.keyword, check.pointer, check.expected);
            fits = false;
        }
        return fits;
    }

    bool visit(const TypeConstraint& types) override {
        return has_type(value(), type_bits(types)) ||
               report("type", [&] { return types_text(types); });
    }

    bool visit(const AllOfConstraint& all) override {
        bool fits = true;
        all.applyToSubschemas([&](unsigned, const Subschema* part) {
            fits &= judge_same(*part);
            return true;
        });
        return fits;
    }

    bool visit(const AnyOfConstraint& any) override {
        bool fits = false;
        any.applyToSubschemas([&](unsigned, const Subschema* branch) {
            return !(fits = sieve_.fits(*branch, value()));
        });
        return fits || explain(any, "anyOf");
    }

    bool visit(const OneOfConstraint& one) override {
        std::vector<unsigned> fitting;
        one.applyToSubschemas([&](unsigned index, const Subschema* branch) {
            if (sieve_.fits(*branch, value())) fitting.push_back(index);
            return fitting.size() < 2;
        });
        if (fitting.empty()) return explain(one, "oneOf");
        const auto expected = [&] {
            return fmt::format(
                "a fit with one alternative, not with both {} and {}", fitting[0], fitting[1]);
        };
        return fitting.size() == 1 || report("oneOf", expected);
    }

    bool visit(const NotConstraint& negated) override {
        return !sieve_.fits(*negated.getSubschema(), value()) ||
               report("not", [] { return "anything that does not fit that schema"; });
    }

    bool visit(const ConditionalConstraint& fork) override {
        const bool is_met = sieve_.fits(*fork.getIfSubschema(), value());
        const Subschema* then = is_met ? fork.getThenSubschema() : fork.getElseSubschema();
        return then == nullptr || judge_same(*then);
    }

    bool visit(const DependenciesConstraint& dependencies) override {
        if (!value().is_object()) return true;
        bool fits = true;
        dependencies.applyToSchemaDependencies([&](const auto& name, const Subschema* schema) {
            const std::string_view key(name.data(), name.size());
            if (value().contains(key)) fits &= judge_same(*schema);
            return true;
        });
        return fits;
    }

    bool visit(const SingularItemsConstraint& items) override {
        return !value().is_array() || judge_items(0, *items.getItemsSubschema());
    }

    bool visit(const LinearItemsConstraint& items) override {
        if (!value().is_array()) return true;
        bool fits = true;
        items.applyToItemSubschemas([&](unsigned index, const Subschema* schema) {
            if (index >= value().size()) return false;
            const Path step{at_.path, nullptr, index};
            fits &= run(*schema, value()[index], &step);
            return true;
        });
        const std::size_t listed = items.getItemSubschemaCount();
        if (value().size() <= listed) return fits;
        const Subschema* others = items.getAdditionalItemsSubschema();
        if (others != nullptr) return judge_items(listed, *others) && fits;
        return report("items", [&] { return fmt::format("at most {} items", listed); });
    }

    bool visit(const ContainsConstraint& contains) override {
        if (!value().is_array()) return true;
        const Subschema& wanted = *contains.getSubschema();
        for (const Json& item : value()) {
            if (sieve_.fits(wanted, item)) return true;
        }
        return report("contains", [] { return "at least one item that fits that schema"; });
    }

    bool visit(const PropertyNamesConstraint& names) override {
        if (!value().is_object()) return true;
        bool fits = true;
        for (auto member = value().begin(); member != value().end(); ++member) {
            const Json name(member.key());
            const Path step{at_.path, &member.key(), 0};
            fits &= run(*names.getSubschema(), name, &step);
        }
        return fits;
    }

    // Members and the schemas' names are both in byte order: one walk over both finds every pair.
    bool visit(const PropertiesConstraint& properties) override {
        if (!value().is_object()) return true;
        const Members members = members_of(properties);
        bool fits = true;
        auto member = value().begin();
        properties.applyToProperties([&](const auto& name, const Subschema* schema) {
            const std::string_view key(name.data(), name.size());
            for (; member != value().end() && member.key().compare(key) < 0; ++member) {
                fits &= judge_member(member, nullptr, members);
            }
            if (member != value().end() && member.key() == key) {
                fits &= judge_member(member, schema, members);
                ++member;
            }
            return true;
        });
        for (; member != value().end(); ++member) {
            fits &= judge_member(member, nullptr, members);
        }
        return fits;
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

    struct At {
        const Subschema* schema = nullptr;
        const Json* value = nullptr;
        const Path* path = nullptr;
    };

    /// The schemas for members that `properties` does not name.
    struct Members {
        const Subschema* others;  ///< null for none allowed
        std::vector<std::pair<const Regex*, const Subschema*>> patterns;
    };

    Members members_of(const PropertiesConstraint& properties) const {
        Members members{properties.getAdditionalPropertiesSubschema(), {}};
        properties.applyToPatternProperties([&](const auto& text, const Subschema* schema) {
            const auto compiled = patterns_.find(std::string_view(text.data(), text.size()));
            members.patterns.emplace_back(&compiled->second, schema);
            return true;
        });
        return members;
    }

    const Json& value() const { return *at_.value; }
    bool judge_same(const Subschema& schema) { return run(schema, value(), at_.path); }

    bool judge_items(std::size_t from, const Subschema& schema) {
        bool fits = true;
        for (std::size_t i = from; i < value().size(); ++i) {
            const Path step{at_.path, nullptr, i};
            fits &= run(schema, value()[i], &step);
        }
        return fits;
    }

    bool judge_member(Json::const_iterator member, const Subschema* own, const Members& members) {
        const Path step{at_.path, &member.key(), 0};
        bool fits = own == nullptr || run(*own, *member, &step);
        bool is_named = own != nullptr;
        for (const auto& [pattern, schema] : members.patterns) {
            if (!pattern->search(member.key())) continue;
            is_named = true;
            fits &= run(*schema, *member, &step);
        }
        if (is_named || members.others == anything_) return fits;
        if (members.others != nullptr) return run(*members.others, *member, &step) && fits;
        const At outer = std::exchange(at_, At{at_.schema, &*member, &step});
        fits = report("additionalProperties", [] { return "no member of this name"; });
        at_ = outer;
        return fits;
    }

    /// Says why no branch fits: as that branch says it, if only one is for values of this type.
    template <typename Branches>
    bool explain(const Branches& branches, std::string_view keyword) {
        std::vector<const Subschema*> likely;
        unsigned count = 0;
        branches.applyToSubschemas([&](unsigned, const Subschema* branch) {
            ++count;
            if (is_for_type_of(*branch, value())) likely.push_back(branch);
            return true;
        });
        if (likely.size() == 1) return judge_same(*likely.front());
        const auto expected = [&] {
            return fmt::format("a fit with one of {} alternatives", count);
        };
        return report(keyword, expected);
    }

    template <typename Expected>
    bool report(std::string_view keyword, const Expected& expected) {
        add(keyword, fmt::format("{}/{}", at_.schema->getTitle(), keyword), expected());
        return false;
    }

    void add(std::string_view keyword, std::string schema_pointer, std::string_view expected) {
        std::string message = fmt::format("found {}, expected {}", described(value()), expected);
        findings_.add(at_.path, keyword, std::move(schema_pointer), std::move(message));
    }

    const Patterns& patterns_;
    const Sieve& sieve_;
    const Subschema* anything_;
    Findings& findings_;
    At at_;
    Subschema::ApplyFunction visit_one_ = [this](const auto& one) { return one.accept(*this); };
};

}  // namespace

void judge_value(const valijson::Schema& schema,
                 const Patterns& patterns,
                 const Sieve& sieve,
                 const Json& value,
                 Findings& findings) {
    Judge judge(patterns, sieve, schema.emptySubschema(), findings);
    judge.run(*schema.root(), value, nullptr);
}

}  // namespace plumbline
