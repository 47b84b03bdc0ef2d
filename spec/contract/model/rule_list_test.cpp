#include "spec/contract/model/rule_list.hpp"

#include "spec/json/testing.hpp"

#include <string>
#include <vector>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::IsNull;
using testing::NotNull;

Rule rule_at(std::string pointer, RuleKind kind = RuleKind::kImmutable) {
    Rule rule;
    rule.id = pointer;
    rule.kind = kind;
    rule.pointer = std::move(pointer);
    return rule;
}

RuleList list_of(const std::vector<std::string>& pointers) {
    RuleList rules;
    for (const std::string& pointer : pointers) rules.add(rule_at(pointer));
    return rules;
}

/// Returns `object: field*rules field*rules` for each object.
std::vector<std::string> describe_rules(const RuleList& rules) {
    std::vector<std::string> all;
    for (const ObjectRules& object : rules.objects()) {
        std::string one = object.pointer.to_text() + ':';
        for (const FieldRules& field : object.fields)
            one += ' ' + field.name + '*' + std::to_string(field.end - field.first);
        all.push_back(one);
    }
    return all;
}

TEST(RuleLists, GroupRulesByObjectAndField) {
    EXPECT_THAT(describe_rules(list_of({"/a", "/a", "/b", "/c/d", "/c/e/f", "/c/e/g"})),
                ElementsAre(": a*2 b*1", "/c: d*1", "/c/e: f*1 g*1"));
}

TEST(RuleLists, KeepTheOrderIfAnObjectOccursAgain) {
    EXPECT_THAT(describe_rules(list_of({"/a/b", "/c", "/a/b"})),
                ElementsAre("/a: b*1", ": c*1", "/a: b*1"));
}

TEST(RuleLists, AssignRulesOfItemsToTheList) {
    EXPECT_THAT(describe_rules(list_of({"/a/list/*/name", "/a/list/*/env/*/name", "/a/list"})),
                ElementsAre("/a: list*3"));
}

TEST(RuleLists, UseTheBodyAsTheValueOfItsRules) {
    const RuleList rules = list_of({""});
    const Json body = Json::object();
    const ObjectRules& object = rules.objects().front();
    EXPECT_EQ(object.fields.front().value_in(object.find_in(body)), &body);
}

TEST(RuleLists, FindFieldsInABody) {
    const RuleList rules = list_of({"/a/b~1c", "/a/null", "/a/none", "/text/x"});
    const Json body = *parse_json(R"({"a":{"b/c":1,"null":null},"text":"x"})");
    const ObjectRules& object = rules.objects().front();
    ASSERT_THAT(object.find_in(body), NotNull());
    EXPECT_THAT(object.fields[0].value_in(object.find_in(body)), NotNull());
    EXPECT_THAT(object.fields[1].value_in(object.find_in(body)), IsNull());
    EXPECT_THAT(object.fields[2].value_in(object.find_in(body)), IsNull());
    EXPECT_THAT(rules.objects().back().find_in(body), IsNull());
    EXPECT_THAT(object.fields[0].value_in(nullptr), IsNull());
}

TEST(RuleLists, CollectTheKindsOfTheirRules) {
    RuleList rules;
    rules.add(rule_at("/a/b", RuleKind::kDecimals));
    rules.add(rule_at("/a/c", RuleKind::kDefault));
    const ObjectRules& object = rules.objects().front();
    EXPECT_TRUE(has_any(object.kinds, kinds_of({RuleKind::kDefault})));
    EXPECT_FALSE(has_any(object.fields[0].kinds, kinds_of({RuleKind::kDefault})));
    EXPECT_TRUE(has_any(object.fields[0].kinds, kinds_of({RuleKind::kDecimals})));
}

TEST(RuleLists, CanBeFiltered) {
    const RuleList some =
        list_of({"/a", "/b/c", "/b/d"}).filter([](const Rule& rule) { return rule.id != "/b/c"; });
    EXPECT_THAT(describe_rules(some), ElementsAre(": a*1", "/b: d*1"));
    EXPECT_EQ(some.size(), 2U);
    EXPECT_EQ(some[1].id, "/b/d");
}

}  // namespace
}  // namespace plumbline
