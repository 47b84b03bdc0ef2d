#include "spec/schema/schema_evaluation.hpp"

#include "spec/schema/written_numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace plumbline {
namespace {

/// The parts of a value that keywords have evaluated. Source: JSON Schema 2020-12 Core, section 11.
struct EvaluatedParts {
    std::set<const Json*> parts;
    bool is_certain = true;  ///< false if some are parts only if an unknown match is one
};

/// A schema resource that the evaluation has entered, linked to those before it.
struct EnteredResource {
    const EnteredResource* outer = nullptr;
    std::size_t resource = 0;
};

/// What a schema is evaluated against.
struct EvaluationPosition {
    const Json& value;
    const InstancePath* path = nullptr;
    const EnteredResource* entered = nullptr;
    EvaluatedParts* evaluated = nullptr;  ///< null if no keyword reads it
};

SchemaMatch negation(SchemaMatch match) {
    if (match == SchemaMatch::kUnknown) return match;
    return match == SchemaMatch::kFails ? SchemaMatch::kMatches : SchemaMatch::kFails;
}

/// One evaluation. Exists for one call, on one thread. The checks are not inlined: they call
/// `evaluate` again, and the locals of all of them would take stack for each nested schema
/// (4 KB with AddressSanitizer).
class SchemaEvaluation {
  public:
    SchemaEvaluation(const SchemaTable& table,
                     SchemaViolations* violations,
                     const SchemaEvaluationOptions& options)
        : table_(table), violations_(violations), options_(options) {}

    SchemaMatch evaluate(NodeIndex index, const EvaluationPosition& at) {
        if (index == kNoSchema) return SchemaMatch::kMatches;
        const SchemaNode& node = table_.nodes[index];
        const OwnKeywords& own = *node.own;
        const EnteredResource entry{at.entered, own.resource};
        const bool is_inside = at.entered && at.entered->resource == own.resource;
        EvaluatedParts parts;
        const bool collects = at.evaluated || own.has_unevaluated();
        const EvaluationPosition here{
            at.value, at.path, is_inside ? at.entered : &entry, collects ? &parts : nullptr};
        const SchemaMatch match = evaluate_keywords(node, here);
        if (at.evaluated) add_parts(parts, match, *at.evaluated);
        return match;
    }

  private:
    using KeywordCheck = SchemaMatch (SchemaEvaluation::*)(const SchemaNode&,
                                                           const EvaluationPosition&);

    /// Adds the parts that a schema has evaluated to those of the schema around it. One that fails
    /// evaluates nothing; but then the other fails too, unless this is a probe, and must not report
    /// the same parts again.
    void add_parts(EvaluatedParts& from, SchemaMatch match, EvaluatedParts& to) const {
        if (match == SchemaMatch::kFails && !violations_) return;
        const bool is_certain = from.is_certain && match != SchemaMatch::kUnknown;
        if (!is_certain && !from.parts.empty()) to.is_certain = false;
        to.parts.merge(from.parts);
    }

    /// Evaluates the keywords of a node; those that read `evaluated` come last.
    SchemaMatch evaluate_keywords(const SchemaNode& node, const EvaluationPosition& at) {
        const OwnKeywords& own = *node.own;
        SchemaMatch match = SchemaMatch::kMatches;
        const auto apply = [&](bool is_relevant, KeywordCheck check) {
            if (!is_relevant || (match == SchemaMatch::kFails && !violations_)) return;
            match = std::min(match, (this->*check)(node, at));
        };
        apply(true, &SchemaEvaluation::check_assertions);
        apply(!own.references.empty(), &SchemaEvaluation::check_references);
        apply(node.has_combinations, &SchemaEvaluation::check_combinations);
        apply(node.has_member_keywords && at.value.is_object(), &SchemaEvaluation::check_members);
        apply(node.has_item_keywords && at.value.is_array(), &SchemaEvaluation::check_items);
        apply(own.contains && at.value.is_array(), &SchemaEvaluation::check_contains);
        // What cannot be judged might have evaluated any part.
        if (own.is_unjudged && at.evaluated && at.value.is_structured()) {
            for (const Json& part : at.value) at.evaluated->parts.insert(&part);
            at.evaluated->is_certain = false;
        }
        apply(own.has_unevaluated(), &SchemaEvaluation::check_unevaluated);
        return own.is_unjudged ? std::min(match, SchemaMatch::kUnknown) : match;
    }

    [[gnu::noinline]] SchemaMatch check_assertions(const SchemaNode& node,
                                                   const EvaluationPosition& at) {
        const OwnKeywords& own = *node.own;
        SchemaMatch match = SchemaMatch::kMatches;
        if (own.types != kAllTypes && !has_type(at.value, own.types, options_.numbers))
            match = report(node, at, "type", "{}", violations_ ? types_text(own.types) : "");
        for (const Assertion& one : own.assertions) {
            if (match == SchemaMatch::kFails && !violations_) return match;
            const SchemaMatch judged = one.judge(at.value, options_.numbers);
            if (judged == SchemaMatch::kMatches) continue;
            if (judged == SchemaMatch::kFails) add(at, one.keyword, one.pointer, one.expected);
            if (judged == SchemaMatch::kUnknown) note_unjudged(at, one.keyword, one.pointer);
            match = std::min(match, judged);
        }
        return match;
    }

    /// Notes a keyword that cannot be judged for this value.
    void note_unjudged(const EvaluationPosition& at,
                       std::string_view keyword,
                       const std::string& schema_pointer) const {
        if (!options_.unjudged || !options_.unjudged->wants(schema_pointer)) return;
        const bool is_search = keyword.starts_with("pattern");
        options_.unjudged->add(
            at.path,
            keyword,
            schema_pointer,
            fmt::format("{} of {}: {}",
                        keyword,
                        describe_value(at.value),
                        is_search ? "the search takes too long"
                                  : "both numbers are longer than those that are compared"));
    }

    [[gnu::noinline]] SchemaMatch check_references(const SchemaNode& node,
                                                   const EvaluationPosition& at) {
        SchemaMatch match = SchemaMatch::kMatches;
        for (const SchemaReference& one : node.own->references) {
            if (match == SchemaMatch::kFails && !violations_) break;
            match = std::min(match, evaluate(target_of(one, at.entered), at));
        }
        return match;
    }

    static std::size_t target_of(const SchemaReference& reference, const EnteredResource* entered) {
        std::size_t outermost = reference.initial;
        if (reference.by_resource.empty()) return outermost;
        for (; entered != nullptr; entered = entered->outer) {
            const auto found = reference.by_resource.find(entered->resource);
            if (found != reference.by_resource.end()) outermost = found->second;
        }
        return outermost;
    }

    [[gnu::noinline]] SchemaMatch check_combinations(const SchemaNode& node,
                                                     const EvaluationPosition& at) {
        SchemaMatch match = evaluate_all(node.all_of, at);
        if (!node.any_of.empty()) match = std::min(match, check_any_of(node, at));
        if (!node.one_of.empty()) match = std::min(match, check_one_of(node, at));
        if (node.negated != kNoSchema) match = std::min(match, check_not(node, at));
        if (node.condition != kNoSchema) match = std::min(match, check_condition(node, at));
        if (!at.value.is_object()) return match;
        for (const auto& [name, dependent] : node.dependents) {
            if (at.value.contains(name)) match = std::min(match, evaluate(dependent, at));
        }
        return match;
    }

    SchemaMatch evaluate_all(const std::vector<NodeIndex>& parts, const EvaluationPosition& at) {
        SchemaMatch match = SchemaMatch::kMatches;
        for (const NodeIndex part : parts) {
            if (match == SchemaMatch::kFails && !violations_) break;
            match = std::min(match, evaluate(part, at));
        }
        return match;
    }

    /// Evaluates without reporting violations.
    SchemaMatch probe(NodeIndex index, const EvaluationPosition& at) {
        return SchemaEvaluation(table_, nullptr, options_).evaluate(index, at);
    }

    [[gnu::noinline]] SchemaMatch check_any_of(const SchemaNode& node,
                                               const EvaluationPosition& at) {
        SchemaMatch best = SchemaMatch::kFails;
        for (const NodeIndex branch : node.any_of) {
            best = std::max(best, probe(branch, at));
            // Every branch that matches evaluates parts.
            if (best == SchemaMatch::kMatches && !at.evaluated) return best;
        }
        return best == SchemaMatch::kFails ? explain(node, node.any_of, at, "anyOf") : best;
    }

    [[gnu::noinline]] SchemaMatch check_one_of(const SchemaNode& node,
                                               const EvaluationPosition& at) {
        std::array<std::size_t, 2> matching{};
        std::size_t count = 0;
        bool is_any_unknown = false;
        for (std::size_t i = 0; i < node.one_of.size() && count < matching.size(); ++i) {
            const SchemaMatch match = probe(node.one_of[i], at);
            is_any_unknown |= match == SchemaMatch::kUnknown;
            if (match == SchemaMatch::kMatches) matching[count++] = i;
        }
        if (count > 1) {
            return report(node,
                          at,
                          "oneOf",
                          "a match with one alternative, not with both {} and {}",
                          matching[0],
                          matching[1]);
        }
        if (is_any_unknown) return SchemaMatch::kUnknown;
        return count == 0 ? explain(node, node.one_of, at, "oneOf") : SchemaMatch::kMatches;
    }

    [[gnu::noinline]] SchemaMatch check_not(const SchemaNode& node, const EvaluationPosition& at) {
        const EvaluationPosition without_parts{at.value, at.path, at.entered, nullptr};
        const SchemaMatch match = negation(probe(node.negated, without_parts));
        if (match != SchemaMatch::kFails) return match;
        return report(node, at, "not", "a value that does not match that schema");
    }

    [[gnu::noinline]] SchemaMatch check_condition(const SchemaNode& node,
                                                  const EvaluationPosition& at) {
        switch (probe(node.condition, at)) {
            case SchemaMatch::kMatches:
                return evaluate(node.then, at);
            case SchemaMatch::kFails:
                return evaluate(node.otherwise, at);
            case SchemaMatch::kUnknown:
                break;
        }
        // Only what fails in both cases certainly fails.
        const SchemaMatch best = std::max(probe(node.then, at), probe(node.otherwise, at));
        if (best != SchemaMatch::kFails) return SchemaMatch::kUnknown;
        if (violations_) {
            (void)evaluate(node.then, at);
            (void)evaluate(node.otherwise, at);
        }
        return SchemaMatch::kFails;
    }

    // Members and property names are both in byte order: one pass over both finds every pair.
    [[gnu::noinline]] SchemaMatch check_members(const SchemaNode& node,
                                                const EvaluationPosition& at) {
        SchemaMatch match = SchemaMatch::kMatches;
        auto property = node.properties.begin();
        for (const auto& [name, value] : at.value.get_ref<const Json::object_t&>()) {
            while (property != node.properties.end() && property->first < name) ++property;
            const bool is_named = property != node.properties.end() && property->first == name;
            const InstancePath step{at.path, &name, 0};
            const EvaluationPosition member{value, &step, at.entered, at.evaluated};
            match = std::min(match,
                             check_member(node, is_named ? property->second : kNoSchema, member));
            if (node.names != kNoSchema)
                match = std::min(match, evaluate(node.names, {Json(name), &step, at.entered}));
            if (match == SchemaMatch::kFails && !violations_) return match;
        }
        return match;
    }

    /// `member.evaluated` is that of the object.
    SchemaMatch check_member(const SchemaNode& node,
                             NodeIndex property,
                             const EvaluationPosition& member) {
        const EvaluationPosition part{member.value, member.path, member.entered};
        bool is_named = property != kNoSchema;
        SchemaMatch match = evaluate(property, part);
        for (const auto& [pattern, schema] : node.patterns) {
            const auto found = pattern->search(*member.path->key);
            if (!found) match = std::min(match, doubt_name(node, *member.path->key, member));
            if (!found.value_or(false)) continue;
            is_named = true;
            match = std::min(match, evaluate(schema, part));
        }
        const bool is_additional =
            !is_named && match != SchemaMatch::kUnknown && node.additional_members != kNoSchema;
        if (member.evaluated && (is_named || is_additional))
            member.evaluated->parts.insert(&part.value);
        if (!is_additional) return match;
        if (!is_false(node.additional_members)) return evaluate(node.additional_members, part);
        return report(node, part, "additionalProperties", "no member with this name");
    }

    /// A member whose name may match a pattern: it may be an additional one, or not.
    SchemaMatch doubt_name(const SchemaNode& node,
                           const std::string& name,
                           const EvaluationPosition& member) {
        if (member.evaluated) {
            member.evaluated->parts.insert(&member.value);
            member.evaluated->is_certain = false;
        }
        const Json text(name);
        note_unjudged({text, member.path},
                      "patternProperties",
                      fmt::format("{}/patternProperties", node.own->pointer));
        return SchemaMatch::kUnknown;
    }

    [[gnu::noinline]] SchemaMatch check_items(const SchemaNode& node,
                                              const EvaluationPosition& at) {
        const auto& items = at.value.get_ref<const Json::array_t&>();
        const std::size_t listed = node.prefix_items.size();
        const bool is_closed = node.other_items != kNoSchema && is_false(node.other_items);
        const std::size_t checked = is_closed ? std::min(listed, items.size()) : items.size();
        SchemaMatch match = SchemaMatch::kMatches;
        for (std::size_t i = 0; i < checked; ++i) {
            const NodeIndex schema = i < listed ? node.prefix_items[i] : node.other_items;
            if (schema == kNoSchema) break;
            const InstancePath step{at.path, nullptr, i};
            match = std::min(match, evaluate(schema, {items[i], &step, at.entered}));
            if (match == SchemaMatch::kFails && !violations_) return match;
            if (at.evaluated) at.evaluated->parts.insert(&items[i]);
        }
        if (checked == items.size()) return match;
        return report(node, at, "items", "at most {} items", listed);
    }

    [[gnu::noinline]] SchemaMatch check_contains(const SchemaNode& node,
                                                 const EvaluationPosition& at) {
        const ContainsRule& rule = *node.own->contains;
        std::uint64_t matching = 0;
        std::uint64_t unknown = 0;
        for (std::size_t i = 0; i < at.value.size(); ++i) {
            const Json& item = at.value[i];
            const InstancePath step{at.path, nullptr, i};
            const SchemaMatch match = probe(rule.definition, {item, &step, at.entered});
            if (match == SchemaMatch::kFails) continue;
            ++(match == SchemaMatch::kMatches ? matching : unknown);
            if (!at.evaluated) continue;
            at.evaluated->parts.insert(&item);
            if (match == SchemaMatch::kUnknown) at.evaluated->is_certain = false;
        }
        if (matching > rule.most) {
            return report(node,
                          at,
                          "maxContains",
                          "at most {} items that match the schema of contains, not {}",
                          rule.most,
                          matching);
        }
        if (matching + unknown < rule.least) {
            if (rule.least == 1)
                return report(node, at, "contains", "at least one item that matches that schema");
            return report(node,
                          at,
                          "minContains",
                          "at least {} items that match the schema of contains, not {}",
                          rule.least,
                          matching);
        }
        const bool is_certain = matching >= rule.least && matching + unknown <= rule.most;
        return is_certain ? SchemaMatch::kMatches : SchemaMatch::kUnknown;
    }

    [[gnu::noinline]] SchemaMatch check_unevaluated(const SchemaNode& node,
                                                    const EvaluationPosition& at) {
        SchemaMatch match =
            at.evaluated->is_certain ? SchemaMatch::kMatches : SchemaMatch::kUnknown;
        const auto check_part = [&](std::string_view keyword,
                                    NodeIndex schema,
                                    const Json& part,
                                    const InstancePath& step) {
            if (!at.evaluated->parts.insert(&part).second) return;
            const EvaluationPosition here{part, &step, at.entered};
            match = std::min(
                match,
                is_false(schema)
                    ? report(node, here, keyword, "no part that other keywords do not describe")
                    : evaluate(schema, here));
        };
        if (const auto schema = node.own->unevaluated_properties; schema && at.value.is_object()) {
            for (const auto& [name, part] : at.value.get_ref<const Json::object_t&>())
                check_part("unevaluatedProperties", *schema, part, {at.path, &name, 0});
        }
        if (const auto schema = node.own->unevaluated_items; schema && at.value.is_array()) {
            for (std::size_t i = 0; i < at.value.size(); ++i)
                check_part("unevaluatedItems", *schema, at.value[i], {at.path, nullptr, i});
        }
        return match;
    }

    bool is_false(NodeIndex schema) const { return table_.nodes[schema].own->is_false; }

    /// Reports why no branch matches. If exactly one branch allows values of this type, reports
    /// the violations of that branch.
    SchemaMatch explain(const SchemaNode& node,
                        const std::vector<NodeIndex>& branches,
                        const EvaluationPosition& at,
                        std::string_view keyword) {
        if (!violations_) return SchemaMatch::kFails;
        std::vector<NodeIndex> likely;
        for (const NodeIndex branch : branches) {
            if (allows_type_of(branch, at.value)) likely.push_back(branch);
        }
        if (likely.size() == 1) return evaluate(likely.front(), at);
        return report(node, at, keyword, "a match with one of {} alternatives", branches.size());
    }

    /// Returns whether the types of a schema allow `value`; ignores all other constraints.
    bool allows_type_of(NodeIndex index, const Json& value) const {
        const SchemaNode& node = table_.nodes[index];
        const auto& references = node.own->references;
        return has_type(value, node.own->types) &&
               std::all_of(node.all_of.begin(),
                           node.all_of.end(),
                           [&](NodeIndex part) { return allows_type_of(part, value); }) &&
               std::all_of(references.begin(), references.end(), [&](const SchemaReference& one) {
                   return allows_type_of(one.initial, value);
               });
    }

    /// Reports a violation; the expectation is formatted only if violations are listed.
    template <typename... Args>
    SchemaMatch report(const SchemaNode& node,
                       const EvaluationPosition& at,
                       std::string_view keyword,
                       fmt::format_string<Args...> expected,
                       Args&&... args) {
        if (!violations_) return SchemaMatch::kFails;
        const std::string schema_pointer = fmt::format("{}/{}", node.own->pointer, keyword);
        if (violations_->wants(schema_pointer))
            add_wanted(
                at, keyword, schema_pointer, fmt::format(expected, std::forward<Args>(args)...));
        return SchemaMatch::kFails;
    }

    void add(const EvaluationPosition& at,
             std::string_view keyword,
             const std::string& schema_pointer,
             std::string_view expected) {
        if (violations_ && violations_->wants(schema_pointer))
            add_wanted(at, keyword, schema_pointer, expected);
    }

    void add_wanted(const EvaluationPosition& at,
                    std::string_view keyword,
                    const std::string& schema_pointer,
                    std::string_view expected) {
        violations_->add(at.path,
                         keyword,
                         schema_pointer,
                         fmt::format("found {}, expected {}", describe_value(at.value), expected));
    }

    const SchemaTable& table_;
    SchemaViolations* violations_;  ///< null: only whether the value matches
    const SchemaEvaluationOptions& options_;
};

}  // namespace

SchemaMatch evaluate_schema(const SchemaTable& table,
                            const Json& value,
                            SchemaViolations* violations,
                            const SchemaEvaluationOptions& options) {
    return SchemaEvaluation(table, violations, options).evaluate(0, {value});
}

}  // namespace plumbline
