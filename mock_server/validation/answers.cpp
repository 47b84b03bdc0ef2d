#include "mock_server/validation/answers.hpp"

#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Json to_json(const Problem& problem) {
    Json loc = Json::array();
    for (const auto& part : problem.loc) {
        std::visit([&](const auto& value) { loc.push_back(value); }, part);
    }
    return Json{{"loc", std::move(loc)}, {"msg", problem.msg}, {"type", problem.type}};
}

}  // namespace

Problem problem_at(std::string_view place,
                   std::string_view pointer,
                   const Json& body,
                   std::string msg,
                   std::string type) {
    Problem problem{{std::string(place)}, std::move(msg), std::move(type)};
    const auto parsed = JsonPointer::parse(pointer);
    if (!parsed) return problem;
    JsonPointer owner;
    for (const std::string& token : parsed->tokens()) {
        const Json* value = find(body, owner);
        if (value && value->is_array()) {
            problem.loc.emplace_back(
                static_cast<std::int64_t>(std::strtoll(token.c_str(), nullptr, 10)));
        } else {
            problem.loc.emplace_back(token);
        }
        owner = owner.child(token);
    }
    return problem;
}

Reply json_reply(int status, const Json& body) {
    return JsonReply{status, {}, std::make_shared<const std::string>(to_text(body))};
}

Reply detail_reply(int status, std::string_view text) {
    return json_reply(status, Json{{"detail", std::string(text)}});
}

Reply problems_reply(int status, const std::vector<Problem>& problems) {
    Json list = Json::array();
    for (const Problem& problem : problems) list.push_back(to_json(problem));
    return json_reply(status, Json{{"detail", std::move(list)}});
}

Reply error_reply(const Error& error) {
    return detail_reply(500, to_text(error));
}

int status_of(const Reply& reply) {
    return std::visit([](const auto& one) { return one.status; }, reply);
}

http::Headers& headers_of(Reply& reply) {
    return std::visit([](auto& one) -> http::Headers& { return one.headers; }, reply);
}

}  // namespace plumbline::mock
