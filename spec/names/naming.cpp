#include "spec/names/naming.hpp"

#include "spec/base/text.hpp"
#include "spec/contract/credential_places.hpp"
#include "spec/http/url.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"
#include "spec/names/operation_names.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {
namespace {

/// Two paths that differ in the names of their parameters only are the same to a router.
std::string route_of(const std::string& method, const http::PathTemplate& path) {
    std::string route = method;
    for (const auto& segment : path.segments()) route += '/' + segment.with("{}");
    return route;
}

/// HEAD is asked of what GET gives.
std::string_view declared_method(std::string_view method) {
    return method == "HEAD" ? "GET" : method;
}

/// Adds the names of the headers that requests carry, by their lower case.
void add_headers(const ApiDocument& api, std::map<std::string, std::string>& names) {
    const auto add = [&](const std::string& name) { names.emplace(to_lower(name), name); };
    for (const std::string& name : credential_headers(api)) add(name);
    for (const Operation& operation : api.operations()) {
        for (const Parameter& parameter : operation.parameters) {
            if (parameter.place == ParameterPlace::kHeader) add(parameter.name);
        }
    }
}

bool has_json_body(const http::Headers& headers, const std::string& body) {
    const std::string* type = headers.find("Content-Type");
    return type && !body.empty() && http::is_json_media_type(http::media_type(*type));
}

}  // namespace

struct Naming::State {
    std::shared_ptr<const Contract> contract;
    VocabularyFile file;
    std::vector<std::unique_ptr<Shapes>> shapes;  ///< one of each document
    std::vector<OperationNames> operations;       ///< by their paths, the more specific first
    NameMap headers;                              ///< in lower case
    std::map<std::string, std::string> spelling;  ///< of headers, ours and theirs, by lower case

    Result<void> add(const ApiDocument& api) {
        shapes.push_back(std::make_unique<Shapes>(api.document(), file));
        for (const Operation& operation : api.operations()) {
            auto names = names_of(operation, file, *shapes.back());
            if (!names) return fail(names.error());
            operations.push_back(std::move(*names));
        }
        shapes.back()->mark_differences();
        return {};
    }

    Result<void> add_headers_of_contract() {
        for (const auto& api : contract->documents) {
            if (api->name() != kControlDocument) add_headers(*api, spelling);
        }
        std::set<std::string> names;
        for (const auto& [name, spelled] : spelling) names.insert(name);
        auto map = file.map_of(names, "the headers of a request", [&](const std::string& name) {
            const NameEntry* entry = file.headers.find(name);
            if (entry) spelling.emplace(entry->theirs, entry->spelled);
            return entry;
        });
        if (!map) return fail(map.error());
        headers = std::move(*map);
        return {};
    }

    /// Fails if two operations would be one on the wire.
    [[nodiscard]] Result<void> check_routes(const SourceRef& paths) const {
        std::map<std::string, const OperationNames*> known;
        for (const OperationNames& names : operations) {
            const auto [other, is_new] =
                known.emplace(route_of(names.operation->method, names.their_path), &names);
            if (is_new) continue;
            return fail(ErrorCode::kInvalid,
                        fmt::format("{} and {} would both be {} {} on the wire",
                                    other->second->operation->id,
                                    names.operation->id,
                                    names.operation->method,
                                    names.their_path.text()),
                        paths,
                        {"give one of them another path"});
        }
        return {};
    }

    [[nodiscard]] const OperationNames* find(const Operation& operation) const {
        const auto found =
            std::find_if(operations.begin(), operations.end(), [&](const OperationNames& names) {
                return names.operation->id == operation.id &&
                       names.operation->source == operation.source;
            });
        return found == operations.end() ? nullptr : &*found;
    }

    /// Changes the names in the `loc` lists of an error, which is in our names otherwise.
    void rename_locations(Json& error, const OperationNames& names, Toward toward) const {
        const auto detail = error.find("detail");
        if (detail == error.end() || !detail->is_array()) return;
        for (Json& problem : *detail) {
            const auto loc = problem.find("loc");
            if (loc != problem.end() && loc->is_array())
                names.rename_location(*loc, headers, toward);
        }
    }
};

Naming::Naming() : state_(std::make_unique<State>()) {}
Naming::~Naming() = default;

Result<std::shared_ptr<const Naming>> Naming::load(const std::string& path,
                                                   std::shared_ptr<const Contract> contract) {
    auto document = load_document(path);
    if (!document) return fail(document.error());
    return make(std::move(*document), std::move(contract));
}

Result<std::shared_ptr<const Naming>> Naming::make(Document vocabulary,
                                                   std::shared_ptr<const Contract> contract) {
    const SourceRef paths = vocabulary.where("/paths");
    auto file = VocabularyFile::read(std::move(vocabulary));
    if (!file) return fail(file.error());
    const std::shared_ptr<Naming> naming(new Naming());
    State& state = *naming->state_;
    state.contract = std::move(contract);
    state.file = std::move(*file);
    for (const auto& api : state.contract->documents) {
        if (api->name() == kControlDocument) continue;
        auto added = state.add(*api);
        if (!added) return fail(added.error());
    }
    auto done = state.add_headers_of_contract()
                    .and_then([&] { return state.file.check_used(); })
                    .and_then([&] { return state.check_routes(paths); });
    if (!done) return fail(done.error());
    std::stable_sort(state.operations.begin(),
                     state.operations.end(),
                     [](const OperationNames& a, const OperationNames& b) {
                         return http::is_more_specific(a.their_path, b.their_path);
                     });
    return std::shared_ptr<const Naming>(naming);
}

http::Headers Naming::translated(http::Headers headers, Toward toward) const {
    if (state_->headers.empty()) return headers;
    http::Headers result;
    for (const auto& [name, value] : headers.all()) {
        const std::string key = to_lower(name);
        const std::string& other = state_->headers.translated(key, toward);
        result.add(other == key ? name : state_->spelling.at(other), value);
    }
    return result;
}

http::Request Naming::translated(const Operation& operation,
                                 http::Request request,
                                 Toward toward) const {
    const OperationNames* names = state_->find(operation);
    if (!names) return request;
    request.target = names->target(request.target, toward);
    request.headers = translated(std::move(request.headers), toward);
    const bool may_change = names->request && names->request->differs;
    if (!may_change || !has_json_body(request.headers, request.body)) return request;
    const auto body = parse_json(request.body);
    if (body) request.body = to_text(plumbline::translated(*body, names->request, toward));
    return request;
}

http::Response Naming::translated(const Operation& operation,
                                  http::Response response,
                                  Toward toward) const {
    if (!has_json_body(response.headers, response.body)) return response;
    auto body = translated_body(operation, response.status, response.body, toward);
    if (body) response.body = std::move(*body);
    return response;
}

std::optional<std::string> Naming::translated_body(const Operation& operation,
                                                   int status,
                                                   const std::string& body,
                                                   Toward toward) const {
    const OperationNames* names = state_->find(operation);
    const Shape* shape = names ? names->response(status) : nullptr;
    const bool is_error = names && status >= 400;
    if (!is_error && !(shape && shape->differs)) return std::nullopt;
    const auto json = parse_json(body);
    if (!json) return std::nullopt;
    Json result(*json);
    if (is_error && toward == Toward::kTheirs) state_->rename_locations(result, *names, toward);
    result = plumbline::translated(result, shape, toward);
    if (is_error && toward == Toward::kOurs) state_->rename_locations(result, *names, toward);
    if (result == *json) return std::nullopt;
    return to_text(result);
}

std::optional<Json> Naming::translated_event(const Operation& operation,
                                             std::string_view event,
                                             const Json& data,
                                             Toward toward) const {
    const OperationNames* names = state_->find(operation);
    if (!names) return std::nullopt;
    const bool may_be_pair = data.is_array() && data.size() == 2 && data[0].is_string();
    if (may_be_pair) {
        const auto mode = names->modes.find(data[0].get_ref<const std::string&>());
        if (mode != names->modes.end()) {
            if (!mode->second || !mode->second->differs) return std::nullopt;
            Json pair(data);
            pair[1] = plumbline::translated(data[1], mode->second, toward);
            return pair;
        }
    }
    const auto found = names->events.find(without_namespace(event));
    if (found == names->events.end() || !found->second || !found->second->differs)
        return std::nullopt;
    return plumbline::translated(data, found->second, toward);
}

bool Naming::covers(std::string_view area) const {
    return area != kControlDocument && state_->contract->find_document(area);
}

const Operation* Naming::operation_of(std::string_view area, const http::Request& request) const {
    const auto target = http::parse_target(request.target);
    if (!target) return nullptr;
    const std::string_view wanted = declared_method(request.method);
    const Operation* found = nullptr;
    for (const OperationNames& names : state_->operations) {
        const Operation& operation = *names.operation;
        if (operation.source != area || operation.method != wanted) continue;
        if (!operation.path.match(target->segments)) continue;
        if (!found || http::is_more_specific(operation.path, found->path)) found = &operation;
    }
    return found;
}

Naming::Meaning Naming::meaning_of(std::string_view method,
                                   const std::vector<std::string>& segments) const {
    const std::string_view wanted = declared_method(method);
    Meaning meaning;
    for (const OperationNames& names : state_->operations) {
        if (names.their_path.match(segments)) {
            if (names.operation->method == wanted) return {names.operation, false};
            if (!meaning.operation) meaning.operation = names.operation;
        }
        meaning.is_replaced = meaning.is_replaced || names.operation->path.match(segments);
    }
    if (meaning.operation) meaning.is_replaced = false;
    return meaning;
}

}  // namespace plumbline
