#include "spec/names/name_mapping.hpp"

#include "spec/base/text.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/http/url.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"
#include "spec/names/operation_names.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {
namespace {

/// Returns the key of a route: two paths that differ only in parameter names are the same route.
std::string route_of(const std::string& method, const http::PathTemplate& path) {
    std::string route = method;
    for (const auto& segment : path.segments())
        route += '/' + segment.fill(std::vector<std::string>(segment.parameters.size(), "{}"));
    return route;
}

/// Returns the method of the operation: a HEAD request belongs to the GET operation.
std::string_view declared_method(std::string_view method) {
    return method == "HEAD" ? "GET" : method;
}

/// Adds the names of all request headers by their lower-case spelling.
void add_headers(const ApiDocument& api, std::map<std::string, std::string>& names) {
    const auto add = [&](const std::string& name) { names.emplace(to_lower(name), name); };
    for (const std::string& name : credential_headers(api)) add(name);
    for (const Operation& operation : api.operations()) {
        for (const Parameter& parameter : operation.parameters) {
            if (parameter.location == ParameterLocation::kHeader) add(parameter.name);
        }
    }
}

bool has_json_body(const http::Headers& headers, const std::string& body) {
    const std::string* type = headers.find("Content-Type");
    return type && !body.empty() && http::is_json_media_type(http::media_type(*type));
}

}  // namespace

struct NameMapping::NameMappingState {
    std::shared_ptr<const Contract> contract;
    VocabularyFile file;
    std::vector<std::unique_ptr<SchemaNamesBuilder>> schema_names;  ///< one per document
    std::vector<OperationNames> operations;       ///< by path, the more specific first
    NameBimap headers;                            ///< in lower case
    std::map<std::string, std::string> spelling;  ///< of all headers by their lower case

    void add(const ApiDocument& api) {
        auto builder = std::make_unique<SchemaNamesBuilder>(api.document(), file);
        for (const Operation& operation : api.operations())
            operations.push_back(build_operation_names(operation, file, *builder));
        builder->mark_renamed();
        schema_names.push_back(std::move(builder));
    }

    void add_headers_of_contract() {
        for (const auto& api : contract->documents) {
            if (api->name() != kControlDocument) add_headers(*api, spelling);
        }
        std::set<std::string> names;
        for (const auto& [name, spelled] : spelling) names.insert(name);
        headers =
            file.build_name_map(names, "the headers of a request", [&](const std::string& name) {
                const NameEntry* entry = file.headers.find(name);
                if (entry) spelling.emplace(entry->target_name, entry->as_written);
                return entry;
            });
    }

    /// Fails if two operations have the same route in target names.
    [[nodiscard]] Result<void> check_routes(const SourceRef& paths) const {
        std::map<std::string, const OperationNames*> known;
        for (const OperationNames& names : operations) {
            const auto [other, is_new] =
                known.emplace(route_of(names.operation->method, names.target_path), &names);
            if (is_new) continue;
            return fail(ErrorCode::kInvalid,
                        fmt::format("{} and {} would both be {} {} on the wire",
                                    other->second->operation->id,
                                    names.operation->id,
                                    names.operation->method,
                                    names.target_path.text()),
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

    /// Translates the `loc` lists of an error, whose other members have contract names.
    void rename_locations(Json& error, const OperationNames& names, NameDirection direction) const {
        const auto detail = error.find("detail");
        if (detail == error.end() || !detail->is_array()) return;
        for (Json& problem : *detail) {
            const auto loc = problem.find("loc");
            if (loc != problem.end() && loc->is_array())
                names.rename_location(*loc, headers, direction);
        }
    }
};

NameMapping::NameMapping() : state_(std::make_unique<NameMappingState>()) {}
NameMapping::~NameMapping() = default;

Result<std::shared_ptr<const NameMapping>> NameMapping::load(
    const std::string& path, std::shared_ptr<const Contract> contract) {
    auto document = load_document(path);
    if (!document) return fail(document.error());
    return make(std::move(*document), std::move(contract));
}

Result<std::shared_ptr<const NameMapping>> NameMapping::make(
    Document vocabulary, std::shared_ptr<const Contract> contract) {
    const SourceRef paths = vocabulary.where("/paths");
    auto file = VocabularyFile::read(std::move(vocabulary));
    if (!file) return fail(file.error());
    const std::shared_ptr<NameMapping> mapping(new NameMapping());
    NameMappingState& state = *mapping->state_;
    state.contract = std::move(contract);
    state.file = std::move(*file);
    for (const auto& api : state.contract->documents) {
        if (api->name() != kControlDocument) state.add(*api);
    }
    state.add_headers_of_contract();
    auto done = state.file.check().and_then([&] { return state.check_routes(paths); });
    if (!done) return fail(done.error());
    std::stable_sort(state.operations.begin(),
                     state.operations.end(),
                     [](const OperationNames& a, const OperationNames& b) {
                         return http::is_more_specific(a.target_path, b.target_path);
                     });
    return std::shared_ptr<const NameMapping>(mapping);
}

http::Headers NameMapping::translate(http::Headers headers, NameDirection direction) const {
    if (state_->headers.empty()) return headers;
    http::Headers result;
    for (const auto& [name, value] : headers.all()) {
        const std::string key = to_lower(name);
        const std::string& other = state_->headers.translate(key, direction);
        result.add(other == key ? name : state_->spelling.at(other), value);
    }
    return result;
}

http::Request NameMapping::translate(const Operation& operation,
                                     http::Request request,
                                     NameDirection direction) const {
    const OperationNames* names = state_->find(operation);
    if (!names) return request;
    request.target = names->translate_target(request.target, direction);
    request.headers = translate(std::move(request.headers), direction);
    const bool may_change = names->request && names->request->has_renames;
    if (!may_change || !has_json_body(request.headers, request.body)) return request;
    const auto body = parse_json(request.body);
    if (body) request.body = to_text(plumbline::translate(*body, names->request, direction));
    return request;
}

http::Response NameMapping::translate(const Operation& operation,
                                      http::Response response,
                                      NameDirection direction) const {
    if (!has_json_body(response.headers, response.body)) return response;
    auto body = translate_body(operation, response.status, response.body, direction);
    if (body) response.body = std::move(*body);
    return response;
}

std::optional<std::string> NameMapping::translate_body(const Operation& operation,
                                                       int status,
                                                       const std::string& body,
                                                       NameDirection direction) const {
    const OperationNames* names = state_->find(operation);
    const SchemaNames* schema_names = names ? names->response(status) : nullptr;
    const bool is_error = names && status >= 400;
    if (!is_error && !(schema_names && schema_names->has_renames)) return std::nullopt;
    const auto json = parse_foreign_json(body);
    if (!json) return std::nullopt;
    Json result(*json);
    if (is_error && direction == NameDirection::kToTarget)
        state_->rename_locations(result, *names, direction);
    result = plumbline::translate(result, schema_names, direction);
    if (is_error && direction == NameDirection::kToContract)
        state_->rename_locations(result, *names, direction);
    if (result == *json) return std::nullopt;
    return to_text(result);
}

std::optional<Json> NameMapping::translate_event(const Operation& operation,
                                                 std::string_view event,
                                                 const Json& data,
                                                 NameDirection direction) const {
    const OperationNames* names = state_->find(operation);
    if (!names) return std::nullopt;
    const bool may_be_pair = data.is_array() && data.size() == 2 && data[0].is_string();
    if (may_be_pair) {
        const auto mode = names->modes.find(data[0].get_ref<const std::string&>());
        if (mode != names->modes.end()) {
            if (!mode->second || !mode->second->has_renames) return std::nullopt;
            Json pair(data);
            pair[1] = plumbline::translate(data[1], mode->second, direction);
            return pair;
        }
    }
    const auto found = names->events.find(without_namespace(event));
    if (found == names->events.end() || !found->second || !found->second->has_renames)
        return std::nullopt;
    return plumbline::translate(data, found->second, direction);
}

bool NameMapping::covers(std::string_view area) const {
    return area != kControlDocument && state_->contract->find_document(area);
}

const Operation* NameMapping::find_operation(std::string_view area,
                                             const http::Request& request) const {
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

NameMapping::ResolvedOperation NameMapping::resolve_path(
    std::string_view method, const std::vector<std::string>& segments) const {
    const std::string_view wanted = declared_method(method);
    ResolvedOperation resolved;
    for (const OperationNames& names : state_->operations) {
        if (names.target_path.match(segments)) {
            if (names.operation->method == wanted) return {names.operation, false};
            if (!resolved.operation) resolved.operation = names.operation;
        }
        resolved.is_renamed = resolved.is_renamed || names.operation->path.match(segments);
    }
    if (resolved.operation) resolved.is_renamed = false;
    return resolved;
}

}  // namespace plumbline
