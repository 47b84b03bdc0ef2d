#pragma once
// Makes requests of the contract's operations from the fuzzer's bytes: with right and wrong ids,
// bodies and credentials.

#include "spec/contract/contract.hpp"
#include "spec/example_values/example_values.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::fuzz {

/// Decisions read from bytes; 0 when these are used up.
class Choices {
  public:
    explicit Choices(std::string_view bytes) : bytes_(bytes) {}

    /// Returns a number below `end`, which is from 1 to 256.
    [[nodiscard]] std::size_t below(std::size_t end) {
        if (bytes_.empty()) return 0;
        const std::size_t byte = static_cast<unsigned char>(bytes_.front());
        bytes_.remove_prefix(1);
        return byte % end;
    }
    template <typename Items>
    [[nodiscard]] const auto& among(const Items& items) {
        return items[below(std::min<std::size_t>(items.size(), 256))];
    }

  private:
    std::string_view bytes_;
};

/// The values of members and parameters that requests can use, by their names: the newest.
class KnownValues {
  public:
    void add(const std::string& name, const Json& value) {
        constexpr std::size_t kMostValues = 16;
        std::vector<Json>& values = values_[name];
        if (std::find(values.begin(), values.end(), value) != values.end()) return;
        if (values.size() == kMostValues) values.erase(values.begin());
        values.push_back(value);
    }
    /// Adds all members of a value that are texts.
    void add_members(const Json& value) {
        for (const auto& [name, member] : value.items()) {
            if (member.is_structured()) add_members(member);
            if (member.is_string() && !name.empty()) add(name, member);
        }
    }
    /// Returns one of the values, null if there is none. The newest comes first: what has just been
    /// created can be changed, cancelled and joined.
    [[nodiscard]] const Json* choose(const std::string& name, Choices& choices) const {
        const auto found = values_.find(name);
        if (found == values_.end()) return nullptr;
        return &found->second[found->second.size() - 1 - choices.below(found->second.size())];
    }

  private:
    std::map<std::string, std::vector<Json>> values_;
};

/// A request of an operation, and the body that it was given, if it is JSON.
struct OperationChoice {
    http::Request request;
    SharedJson body;
};

/// Chooses requests to one workspace. Thread-safe: no; everything is borrowed.
class RequestChooser {
  public:
    RequestChooser(const Json& workspace, const KnownValues& known)
        : workspace_(workspace), known_(known) {}

    [[nodiscard]] OperationChoice choose(const Operation& operation,
                                         const ApiDocument& api,
                                         Choices& choices) const {
        OperationChoice chosen;
        http::Request& request = chosen.request;
        request.method = operation.method;
        request.target = target(operation, choices);
        request.headers.set("Host", "localhost");
        add_credentials(choices, request.headers);
        if (!operation.body) return chosen;
        request.headers.set("Content-Type", "application/json");
        constexpr std::array<std::string_view, 4> kNoBodies{"", "{", "[]", "\"text\""};
        if (choices.below(16) == 1) {
            request.body = choices.among(kNoBodies);
            return chosen;
        }
        chosen.body = std::make_shared<const Json>(body(operation, api, choices));
        request.body = to_text(*chosen.body);
        return chosen;
    }

  private:
    [[nodiscard]] std::string target(const Operation& operation, Choices& choices) const {
        constexpr std::array<std::string_view, 8> kQueries{"",
                                                           "",
                                                           "",
                                                           "?limit=1",
                                                           "?limit=2&offset=1",
                                                           "?limit=-1&offset=99999999999999999999",
                                                           "?name_contains=a&status=READY",
                                                           "?%zz"};
        std::map<std::string, std::string> values;
        for (const std::string& name : operation.path.parameters()) {
            const Json* known = known_.choose(name, choices);
            const bool is_wrong = !known || choices.below(8) == 1;
            values[name] = is_wrong ? "00000000-0000-4000-8000-000000000000" : plain_text(*known);
        }
        const std::string path = operation.path.fill(values).value_or("/");
        const bool is_control = path.starts_with("/_plumbline");
        return (is_control ? "" : string_or(workspace_, "prefix", "")) + path +
               std::string(choices.among(kQueries));
    }

    void add_credentials(Choices& choices, http::Headers& headers) const {
        const Json& other = workspace_["other_tenant"];
        switch (choices.below(8)) {
            case 1:
                return;
            case 2:
                return headers.set("X-Api-Key", "wrong");
            case 3:
                headers.set("X-Tenant-Id", string_or(other, "tenant_id", ""));
                [[fallthrough]];
            default:
                return headers.set("X-Api-Key", string_or(workspace_, "api_key", ""));
            case 4:
                headers.set("X-Tenant-Id", string_or(other, "tenant_id", ""));
                return headers.set("Authorization", "Bearer " + string_or(other, "api_key", ""));
        }
    }

    [[nodiscard]] Json body(const Operation& operation,
                            const ApiDocument& api,
                            Choices& choices) const {
        Json body = valid_body(operation, api, choices);
        use_known_values(body, choices);
        for (std::size_t changes = choices.below(4); changes > 1; --changes) change(body, choices);
        return body;
    }

    [[nodiscard]] Json valid_body(const Operation& operation,
                                  const ApiDocument& api,
                                  Choices& choices) const {
        if (operation.id == "createDeployment" && choices.below(4) != 1)
            return deployment(choices.below(2) == 0 ? "git_host" : "internal_container");
        if (operation.id == "patchDeployment" && choices.below(2) == 0)
            return {{"source_revision_config", {{"repo_ref", "main"}}}, {"secrets", Json::array()}};
        if (operation.id == "createWorkspace") return {{"seed", choices.below(3)}};
        if (operation.id == "setLimits") return {{"runs_per_export", 1 + choices.below(3)}};
        const auto value =
            ExampleValues(api, MessageDirection::kRequest)
                .value(operation.body->content.front().schema_pointer, choices.below(3));
        return value ? *value : Json::object();
    }

    [[nodiscard]] Json deployment(const std::string& source) const {
        const Json empty = Json::object();
        const Json* inputs = find(workspace_, "/sources/" + source);
        Json body{{"name", "agent"}, {"source", source}, {"secrets", Json::array()}};
        body["source_config"] = body["source_revision_config"] = empty;
        for (const auto& [name, value] : (inputs ? *inputs : empty).items()) {
            const bool is_of_revision =
                name == "image_uri" || name == "repo_ref" || name == "graph_config_path";
            body[is_of_revision ? "source_revision_config" : "source_config"][name] = value;
        }
        return body;
    }

    /// Gives each member with a known name one of the known values.
    void use_known_values(Json& body, Choices& choices) const {
        if (!body.is_object()) return;
        for (auto& [name, member] : body.items()) {
            const Json* known = member.is_string() ? known_.choose(name, choices) : nullptr;
            if (known) member = *known;
            if (member.is_object()) use_known_values(member, choices);
        }
    }

    /// Replaces or removes one member.
    void change(Json& body, Choices& choices) const {
        static const std::vector<Json> kValues{nullptr,
                                               true,
                                               -1,
                                               0,
                                               1e300,
                                               18446744073709551615U,
                                               "",
                                               "x",
                                               std::string(300, 'y'),
                                               Json::array(),
                                               Json::object(),
                                               Json::array({nullptr})};
        if (!body.is_structured() || body.empty()) return;
        auto member = body.begin();
        std::advance(member, choices.below(std::min<std::size_t>(body.size(), 256)));
        if (member->is_structured() && !member->empty() && choices.below(2) == 0)
            return change(*member, choices);
        if (choices.below(4) == 0) {
            body.erase(member);
        } else {
            *member = choices.among(kValues);
        }
    }

    const Json& workspace_;
    const KnownValues& known_;
};

}  // namespace plumbline::fuzz
