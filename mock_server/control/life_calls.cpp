#include "mock_server/control/life_calls.hpp"

#include "mock_server/control/describe.hpp"
#include "mock_server/store/template.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Result<ControlCreate> read_create(const Document& operations,
                                  const Laws& laws,
                                  const std::string& pointer) {
    const Json& node = *find(*operations.root, std::string_view(pointer));
    const Json* defaults = member(node, "defaults");
    const Json* answer = member(node, "answer");
    ControlCreate create{string_or(node, "collection", ""),
                         string_or(node, "order", ""),
                         std::make_shared<const Json>(defaults ? *defaults : Json::object()),
                         std::make_shared<const Json>(answer ? *answer : Json::object())};
    if (!laws.collections.contains(create.collection)) {
        return fail_at(operations,
                       pointer + "/collection",
                       fmt::format("no collection is named \"{}\"", create.collection));
    }
    return check_placeholders(operations, pointer + "/answer").map([&] {
        return std::move(create);
    });
}

Result<ControlStrike> read_strike(const Document& operations, const Laws& laws) {
    const std::string pointer = "/control/strikes";
    const Json* node = find(*operations.root, std::string_view(pointer));
    if (!node) return ControlStrike{};
    ControlStrike strike{string_or(*node, "collection", ""),
                         string_or(*node, "id", ""),
                         string_or(*node, "number", ""),
                         string_or(*node, "child_id", "")};
    if (laws.collections.contains(strike.collection)) return strike;
    return fail_at(operations,
                   pointer + "/collection",
                   fmt::format("no collection is named \"{}\"", strike.collection));
}

/// Returns what an incident strikes: the record, or the child of that number. Errors: kNotFound.
Result<const Record*> struck_by(const Incident& incident,
                                const ControlStrike& words,
                                const Json& body,
                                const Life& life) {
    const std::string id = to_lower(string_or(body, words.id, ""));
    const std::string& title = life.laws().collection(words.collection).title;
    const Record* record = life.store().find(words.collection, id);
    if (!record) return fail(ErrorCode::kNotFound, fmt::format("{} {} not found", title, id));
    if (incident.collection == words.collection) return record;
    const auto children = life.store().children(incident.collection, *record);
    const std::int64_t number = integer_or(body, words.number, 0);
    if (number >= 0 && static_cast<std::size_t>(number) < children.size())
        return children[static_cast<std::size_t>(number)];
    return fail(ErrorCode::kNotFound,
                fmt::format("{} {} has no {} {}; it has {}, the first is 0",
                            title,
                            id,
                            words.number,
                            number,
                            children.size()));
}

Reply unknown_incident(const std::string& name, const Laws& laws) {
    std::vector<std::string> names;
    for (const auto& [known, incident] : laws.incidents) names.push_back(known);
    const std::string near = nearest_name(name, names);
    return detail_reply(404,
                        fmt::format("no incident is named \"{}\"; {}",
                                    name,
                                    near.empty() ? "there are " + join(names, ", ")
                                                 : fmt::format("did you mean \"{}\"?", near)));
}

}  // namespace

Result<ControlRecords> ControlRecords::load(const Document& operations, const Laws& laws) {
    ControlRecords records;
    const Json* creates = find(*operations.root, std::string_view("/control/creates"));
    const Json none = Json::object();
    for (const auto& [id, node] : (creates ? *creates : none).items()) {
        auto create = read_create(operations, laws, "/control/creates/" + escape_pointer_token(id));
        if (!create) return fail(create.error());
        records.creates[id] = std::move(*create);
    }
    auto strikes = read_strike(operations, laws);
    if (!strikes) return fail(strikes.error());
    records.strikes = std::move(*strikes);
    return records;
}

std::optional<Reply> refuse_if_full(const Life& life, const std::string& limit, std::size_t count) {
    constexpr std::int64_t kGenerous = 100'000;
    const std::int64_t most = life.world().limit(limit, kGenerous);
    if (static_cast<std::int64_t>(count) < most) return std::nullopt;
    Reply reply = detail_reply(
        429,
        fmt::format("the workspace holds {} {}, which is its limit; reset it or delete some",
                    count,
                    limit));
    headers_of(reply).set("Retry-After", "1");
    return reply;
}

Reply make_record(const ControlCreate& create,
                  const std::string& tenant,
                  const Json& body,
                  Life& life) {
    life.catch_up();
    if (auto full = refuse_if_full(life, "records", life.store().size())) return *full;
    life.tick();
    Json order = *create.defaults;
    if (body.is_object()) order.update(body);
    Json record = Json::object();
    (void)set_at(record, *JsonPointer::parse(create.order), std::move(order));
    const RecordNumber made = life.create(
        {create.collection, 0, tenant, std::make_shared<const Json>(std::move(record)), ""});
    return json_reply(201, fill_template(*create.answer, [&](std::string_view name) {
                          return life.value_of(name, life.store().find(made));
                      }));
}

Reply strike_incident(const ControlStrike& words, const Json& body, Life& life) {
    life.catch_up();
    const std::string name = string_or(body, "incident", "");
    const auto incident = life.laws().incidents.find(name);
    if (incident == life.laws().incidents.end()) return unknown_incident(name, life.laws());
    if (incident->second.collection == words.collection && body.contains(words.number)) {
        const std::string why = fmt::format("\"{}\" strikes the whole {}: leave this out",
                                            name,
                                            life.laws().collection(words.collection).title);
        return problems_reply(422, {{{"body", words.number}, why, "incident"}});
    }
    const auto struck = struck_by(incident->second, words, body, life);
    if (!struck) return detail_reply(404, struck.error().message);
    const RecordNumber number = (*struck)->number;
    const RecordRef ref = (*struck)->ref;
    const auto times = static_cast<std::size_t>(integer_or(body, "times", 1));
    life.tick();
    const auto done = life.strike(incident->second, number, times);
    if (!done) return detail_reply(409, done.error().message);
    const bool is_child = ref.collection != words.collection;
    return json_reply(200,
                      Json{{"incident", name},
                           {words.id, to_lower(string_or(body, words.id, ""))},
                           {words.child_id, is_child ? Json(ref.id) : Json()},
                           {"now", to_text(life.now())}});
}

/// All or nothing: what is wrong with one keeps the others as they are.
Reply set_limits(const Json& body, Life& life) {
    life.catch_up();
    std::map<std::string, std::int64_t> wanted;
    std::vector<Problem> problems;
    for (const auto& [name, value] : body.items()) {
        const auto known = life.limits().find(name);
        const auto limit = read_limit(value);
        if (known == life.limits().end()) {
            problems.push_back({{"body", name}, "no machine has this limit", "limit"});
        } else if (!limit || limit->is_time != known->second.is_time) {
            const std::string expected = known->second.is_time
                                             ? "a duration like \"PT30S\" is expected"
                                             : "a count is expected";
            problems.push_back({{"body", name}, limit ? expected : limit.error().message, "limit"});
        } else {
            wanted[name] = limit->value;
        }
    }
    if (!problems.empty()) return problems_reply(422, problems);
    for (const auto& [name, value] : wanted) life.set_limit(name, value);
    return json_reply(200, describe_limits(life));
}

}  // namespace plumbline::mock
