#include "mock_server/response/engine_response.hpp"

#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Json to_json(const RequestProblem& problem) {
    Json loc = Json::array();
    for (const auto& part : problem.loc) {
        std::visit([&](const auto& value) { loc.push_back(value); }, part);
    }
    return Json{{"loc", std::move(loc)}, {"msg", problem.msg}, {"type", problem.type}};
}

}  // namespace

RequestProblem problem_at(std::string_view location,
                          std::string_view pointer,
                          const Json& body,
                          std::string msg,
                          std::string type) {
    RequestProblem problem{{std::string(location)}, std::move(msg), std::move(type)};
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

EngineResponse json_response(int status, const Json& body) {
    return {status, {}, std::make_shared<const std::string>(to_text(body))};
}

EngineResponse detail_response(int status, std::string_view text) {
    return json_response(status, Json{{"detail", std::string(text)}});
}

EngineResponse problems_response(int status, const std::vector<RequestProblem>& problems) {
    Json list = Json::array();
    for (const RequestProblem& problem : problems) list.push_back(to_json(problem));
    return json_response(status, Json{{"detail", std::move(list)}});
}

}  // namespace plumbline::mock
