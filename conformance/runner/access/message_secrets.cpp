#include "conformance/runner/access/message_secrets.hpp"

#include "conformance/expressions/expressions.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {
namespace {

using FoundSecrets = std::vector<SecretValues::FoundSecret>;

void add_secrets_of(const SecretPlaces& places, const Json& body, FoundSecrets& found) {
    for_each_secret(places.bodies, body, [&](const std::string& name, const Json& value) {
        found.emplace_back(name, plain_text(value));
    });
}

/// Returns the end of a JSON string whose opening quote is before `begin`: its closing quote, or
/// the end of the text.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
    std::size_t at = begin;
    while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
    return std::min(at, text.size());
}

/// Adds the texts that follow a member's name, `"name": "..."`, in text that is not JSON.
void add_members_in(std::string_view text, const std::string& name, FoundSecrets& found) {
    constexpr std::string_view kSpaces = " \t\r\n";
    const std::string quoted = '"' + name + '"';
    for (std::size_t at = text.find(quoted); at != std::string_view::npos;
         at = text.find(quoted, at + quoted.size())) {
        std::size_t next = text.find_first_not_of(kSpaces, at + quoted.size());
        if (next == std::string_view::npos || text[next] != ':') continue;
        next = text.find_first_not_of(kSpaces, next + 1);
        if (next == std::string_view::npos || text[next] != '"') continue;
        const std::size_t end = end_of_string(text, next + 1);
        const std::string raw(text.substr(next + 1, end - next - 1));
        const auto value = parse_json('"' + raw + '"');
        found.emplace_back(name, value && value->is_string() ? value->get<std::string>() : raw);
    }
}

void add_secrets_in_text(const SecretPlaces& places, std::string_view text, FoundSecrets& found) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return;
    const bool is_whole_body =
        std::ranges::any_of(places.bodies, [](const auto& path) { return path.empty(); });
    if (is_whole_body) found.emplace_back("", std::string(text));
    for (const SecretPath& path : places.bodies) {
        if (!path.empty() && path.back() != "*") add_members_in(text, path.back(), found);
    }
}

/// Adds the secrets of a body as it was sent or received.
void add_secrets_in_bytes(const SecretPlaces& places,
                          const std::string& bytes,
                          FoundSecrets& found) {
    if (bytes.empty()) return;
    if (const auto json = parse_foreign_json(bytes)) return add_secrets_of(places, *json, found);
    add_secrets_in_text(places, bytes, found);
}

const char* member_of(ParameterLocation location) {
    switch (location) {
        case ParameterLocation::kPath:
            return "path";
        case ParameterLocation::kHeader:
            return "header";
        case ParameterLocation::kQuery:
        case ParameterLocation::kQueryString:
        case ParameterLocation::kCookie:
            return "query";
    }
    return "";
}

void add_leaves_of(const std::string& name, const Json& value, FoundSecrets& found) {
    for_each_secret({{}}, value, [&](const std::string&, const Json& leaf) {
        found.emplace_back(name, plain_text(leaf));
    });
}

}  // namespace

const SecretPlaces& SecretPlaceCache::places_of(const ApiDocument& api,
                                                const Operation& operation) {
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = places_.try_emplace(&operation);
    SecretPlaces& found = place->second;
    if (!is_new) return found;
    found = find_secret_places(api, operation);
    if (!paths_.contains(&api)) paths_[&api] = find_secret_paths(api);
    for (const SecretPath& path : paths_[&api]) {
        const auto& known = found.bodies;
        if (std::ranges::find(known, path) == known.end()) found.bodies.push_back(path);
    }
    return found;
}

MessageSecrets::MessageSecrets(std::shared_ptr<SecretPlaceCache> places,
                               std::vector<std::string> public_texts,
                               bool other_names)
    : places_(std::move(places)),
      values_(std::make_shared<SecretValues>(std::move(public_texts), other_names)) {}

void MessageSecrets::add_request(const ApiDocument& api,
                                 const Operation& operation,
                                 const Json& parameters,
                                 const Json& body) {
    const SecretPlaces& places = places_->places_of(api, operation);
    if (places.empty()) return;
    FoundSecrets found;
    for (const SecretParameter& secret : places.parameters) {
        const Json* values = member(parameters, member_of(secret.location));
        if (const Json* value = values ? member(*values, secret.name) : nullptr)
            add_leaves_of(secret.name, *value, found);
    }
    if (body.is_string()) {
        add_secrets_in_bytes(places, body.get_ref<const std::string&>(), found);
    } else if (!body.is_null()) {
        add_secrets_of(places, body, found);
    }
    values_->add(found);
}

void MessageSecrets::add_response(const ApiDocument& api,
                                  const Operation& operation,
                                  const http::Response& response,
                                  const Json* body) {
    const SecretPlaces& places = places_->places_of(api, operation);
    if (places.empty()) return;
    FoundSecrets found;
    for (const std::string& name : places.headers) {
        if (const std::string* value = response.headers.find(name))
            found.emplace_back(name, *value);
    }
    if (body && body->is_structured()) {
        add_secrets_of(places, *body, found);
    } else if (!places.bodies.empty()) {
        add_secrets_in_bytes(places, response.body, found);
    }
    values_->add(found);
}

void MessageSecrets::add_event(const ApiDocument& api,
                               const Operation& operation,
                               const Json* data,
                               std::string_view text) {
    const SecretPlaces& places = places_->places_of(api, operation);
    if (places.bodies.empty()) return;
    FoundSecrets found;
    if (data) {
        add_secrets_of(places, *data, found);
    } else {
        add_secrets_in_text(places, text, found);
    }
    values_->add(found);
}

}  // namespace plumbline::runner
