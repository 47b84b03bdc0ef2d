// Translates random bodies by random vocabularies: translating there and back changes nothing.

#include "spec/base/ids.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/json/testing.hpp"
#include "spec/names/name_mapping.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace plumbline {
namespace {

constexpr int kVocabularies = 6;
constexpr int kBodiesOfEach = 3;

/// The names of the contract.
struct ContractNames {
    std::set<std::string> fields;
    std::map<std::string, std::set<std::string>> values;  ///< by field
};

/// Collects the enumerated values of the schema.
void add_values(const Json& schema, std::set<std::string>& values) {
    if (!schema.is_object() || !schema.contains("enum")) return;
    for (const Json& value : schema["enum"]) {
        // The empty text is no name.
        if (value.is_string() && value != "") values.insert(value.get<std::string>());
    }
}

void add_listed_values(const Json& node, ContractNames& names) {
    if (node.is_object() && node.contains("properties")) {
        for (const auto& [name, schema] : node["properties"].items()) {
            std::set<std::string> values;
            add_values(schema, values);
            if (names.fields.contains(name) && !values.empty()) names.values[name].merge(values);
        }
    }
    for (const Json& part : node) {
        if (part.is_structured()) add_listed_values(part, names);
    }
}

ContractNames contract_names_of(const ApiDocument& api) {
    ContractNames names;
    for (const Operation& operation : api.operations()) {
        for (const auto* fields : {&operation.request_fields, &operation.record_fields}) {
            for (const std::string& pointer : fields->pointers()) {
                const std::string name = pointer.substr(pointer.rfind('/') + 1);
                if (name != "*") names.fields.insert(name);
            }
        }
    }
    add_listed_values(*api.document().root, names);
    return names;
}

/// Generates vocabularies and bodies; the same seed always results in the same ones.
class RandomMessages {
  public:
    RandomMessages(std::uint64_t seed, const ApiDocument& api, const ContractNames& names)
        : ids_(seed), api_(api), words_(names.fields.begin(), names.fields.end()) {
        for (const auto& [field, values] : names.values)
            words_.insert(words_.end(), values.begin(), values.end());
    }

    Json vocabulary(const ContractNames& names) {
        Json vocabulary{{"fields", rename_some(names.fields)}, {"values", Json::object()}};
        for (const auto& [field, values] : names.values) {
            Json theirs = rename_some(values);
            if (!theirs.empty()) vocabulary["values"][field] = std::move(theirs);
        }
        return vocabulary;
    }

    /// Returns a value as the schema describes it. Adds undeclared members with contract names and
    /// target names, also to free-form objects.
    Json value(const Json& schema, int depth) {
        if (!schema.is_object() || depth == 0) return Json(word());
        if (schema.contains("$ref")) {
            const auto pointer = schema["$ref"].get<std::string>().substr(1);
            return value(*find(*api_.document().root, std::string_view(pointer)), depth);
        }
        for (const char* keyword : {"anyOf", "oneOf", "enum"}) {
            if (!schema.contains(keyword)) continue;
            const Json& choice = schema[keyword][pick(schema[keyword].size())];
            return std::string_view(keyword) == "enum" ? choice : value(choice, depth);
        }
        if (schema.contains("items")) return array(schema["items"], depth);
        if (schema.contains("properties") || schema.contains("allOf")) {
            return object(schema, depth);
        }
        const Json* others = find(schema, std::string_view("/additionalProperties"));
        return others ? map(*others, depth) : Json(word());
    }

  private:
    std::size_t pick(std::size_t count) { return static_cast<std::size_t>(ids_.next() % count); }
    std::string word() { return words_[pick(words_.size())]; }

    /// Renames some of the names: to new names, or to a permutation of each other, so that no two
    /// become one.
    Json rename_some(const std::set<std::string>& names) {
        std::vector<std::string> ours;
        for (const std::string& name : names) {
            if (pick(2) == 0) ours.push_back(name);
        }
        Json map = Json::object();
        const std::size_t shift = pick(3);  // 0: new names only
        for (std::size_t i = 0; i < ours.size(); ++i) {
            map[ours[i]] = shift == 0 ? ours[i] + "_of_theirs" : ours[(i + shift) % ours.size()];
            words_.push_back(map[ours[i]].get<std::string>());
        }
        return map;
    }

    Json array(const Json& items, int depth) {
        Json array = Json::array();
        for (std::size_t left = pick(4); left > 0; --left) array.push_back(value(items, depth - 1));
        return array;
    }

    Json map(const Json& others, int depth) {
        Json map = Json::object();
        for (std::size_t left = pick(4); left > 0; --left) map[word()] = value(others, depth - 1);
        return map;
    }

    Json object(const Json& schema, int depth) {
        Json object = map(Json(true), depth);
        if (schema.contains("allOf")) {
            for (const Json& part : schema["allOf"]) {
                const Json made = value(part, depth);
                if (made.is_object()) object.update(made);
            }
        }
        if (!schema.contains("properties")) return object;
        for (const auto& [name, property] : schema["properties"].items()) {
            if (pick(3) > 0) object[name] = value(property, depth - 1);
        }
        return object;
    }

    IdSource ids_;
    const ApiDocument& api_;
    std::vector<std::string> words_;
};

/// Translates bodies of one contract by one vocabulary and counts the changed ones.
class RoundTrips {
  public:
    explicit RoundTrips(const NameMapping& mapping) : mapping_(mapping) {}

    void request(const Operation& operation, const Json& body) {
        const auto sent = [&](const std::string& text, NameDirection direction) {
            http::Request request{
                operation.method, "/", {{"Content-Type", "application/json"}}, text};
            return mapping_.translate(operation, std::move(request), direction).body;
        };
        check(operation.id, to_text(body), sent);
    }

    void response(const Operation& operation, int status, const Json& body) {
        const auto sent = [&](const std::string& text, NameDirection direction) {
            return mapping_.translate_body(operation, status, text, direction).value_or(text);
        };
        check(operation.id + ' ' + std::to_string(status), to_text(body), sent);
    }

    [[nodiscard]] int changed() const { return changed_; }

  private:
    template <typename Sent>
    void check(const std::string& what, const std::string& body, const Sent& sent) {
        const std::string theirs = sent(body, NameDirection::kToTarget);
        EXPECT_EQ(sent(theirs, NameDirection::kToContract), body) << what;
        EXPECT_EQ(sent(sent(body, NameDirection::kToContract), NameDirection::kToTarget), body)
            << what;
        changed_ += theirs == body ? 0 : 1;
    }

    const NameMapping& mapping_;
    int changed_ = 0;
};

void send_bodies(const ApiDocument& api, RandomMessages& random, RoundTrips& trips) {
    constexpr int kDepth = 6;
    const auto body_of = [&](const std::string& pointer) {
        return random.value(*find(*api.document().root, std::string_view(pointer)), kDepth);
    };
    for (const Operation& operation : api.operations()) {
        if (operation.body)
            trips.request(operation, body_of(operation.body->content.front().schema_pointer));
        for (const DeclaredResponse& response : operation.responses) {
            if (response.content.empty()) continue;
            const int status = response.status == "4XX" ? 418 : std::stoi(response.status);
            trips.response(operation, status, body_of(response.content.front().schema_pointer));
        }
    }
}

TEST(RandomVocabularies, ChangeNothingInARoundTrip) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const ApiDocument& api = *(*contract)->find_document("control_plane");
    const ContractNames names = contract_names_of(api);
    ASSERT_GT(names.values.size(), 2U);
    int changed = 0;
    for (int seed = 1; seed <= kVocabularies; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        RandomMessages random(static_cast<std::uint64_t>(seed), api, names);
        Document vocabulary;
        vocabulary.root = std::make_shared<const Json>(random.vocabulary(names));
        const auto mapping = NameMapping::make(std::move(vocabulary), *contract);
        ASSERT_THAT(mapping, IsOk());
        RoundTrips trips(**mapping);
        for (int i = 0; i < kBodiesOfEach; ++i) send_bodies(api, random, trips);
        changed += trips.changed();
    }
    EXPECT_GT(changed, kVocabularies * kBodiesOfEach);
}

}  // namespace
}  // namespace plumbline
