#pragma once
// For tests of clean-up: a service with things in memory, and a journal in a temporary folder.

#include "conformance/cleanup/journal.hpp"
#include "conformance/cleanup/removal.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/document.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace plumbline::cleanup {

inline constexpr const char* kThingsUrl = "http://127.0.0.1:1/base";

inline const char* kThingsDocument = R"(
openapi: '3.1.0'
info: { title: things, version: '1' }
paths:
  /boxes/{box}/things:
    post:
      operationId: createThing
      x-operation-kind: create
      x-resource: { type: thing, id: /id, name: /name }
      responses: { '201': { description: ok } }
    get:
      operationId: listThings
      x-operation-kind: list
      x-resource: { type: thing, id: /id, name: /name, items: /things }
      parameters: [ { name: offset, in: query, schema: { type: integer } } ]
      responses: { '200': { description: ok } }
  /boxes/{box}/things/{thing}:
    delete:
      operationId: deleteThing
      x-operation-kind: delete
      x-resource: { type: thing, id: /id }
      responses: { '204': { description: ok } }
  /notes:
    post:
      operationId: createNote
      x-operation-kind: create
      x-resource: { type: note, id: /id }
      responses: { '201': { description: ok } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: Key }
    session: { type: apiKey, in: query, name: session }
)";

inline std::shared_ptr<const ApiDocument> document_of(const std::string& yaml) {
    auto text = parse_yaml(yaml, "things.yaml");
    EXPECT_THAT(text, IsOk());
    auto document = ApiDocument::load("things", *text);
    EXPECT_THAT(document, IsOk());
    return *document;
}

inline std::shared_ptr<const ApiDocument> things_document() {
    return document_of(kThingsDocument);
}

inline std::vector<DeletableType> deletable_things() {
    return deletable_types({things_document()});
}

/// Stores things by id. Unreachable while `down`.
class ThingService {
  public:
    std::map<std::string, std::string> names;  ///< id → name
    std::vector<std::string> calls;            ///< `METHOD path?query`
    bool down = false;
    std::set<std::string> keys{"ours"};  ///< API keys that can access the things
    std::size_t page = 2;                ///< items per page of a list
    /// Returns the failure of a call, if it fails.
    std::function<std::optional<Error>(const client::HttpCall&)> before_response;
    /// Changes or replaces the response to a create that was executed.
    std::function<void(client::Exchange&)> after_create;

    client::Send send() {
        return [this](const client::HttpCall& call) { return respond(call); };
    }

    client::Exchange respond(const client::HttpCall& call) {
        client::Exchange exchange;
        exchange.call = call;
        const std::string rest = call.url.substr(std::string(kThingsUrl).size());
        calls.push_back(call.request.method + ' ' + rest);
        if (down) exchange.failure = Error{ErrorCode::kUnreachable, "no connection", {}, {}};
        if (before_response && !exchange.failure) exchange.failure = before_response(call);
        if (exchange.failure) return exchange;
        const std::string key = call.request.headers.joined("Key");
        const auto target = http::parse_target(rest);
        if (!keys.contains(key)) {
            exchange.response = http::Response{404, {}, "{}"};
        } else if (call.request.method == "POST") {
            create(json_of(call.request.body), exchange);
        } else if (call.request.method == "DELETE") {
            exchange.response =
                http::Response{names.erase(target->segments.back()) > 0 ? 204 : 404, {}, ""};
        } else {
            exchange.response = http::Response{200, {}, list(target->parameter("offset"))};
        }
        return exchange;
    }

  private:
    void create(const Json& body, client::Exchange& exchange) {
        const std::string id = "t" + std::to_string(++last_);
        names[id] = string_or(body, "name", "");
        exchange.response = http::Response{201, {}, Json{{"id", id}}.dump()};
        if (after_create) after_create(exchange);
    }

    std::string list(const std::optional<std::string>& offset) const {
        Json things = Json::array();
        std::size_t at = 0;
        const std::size_t first = offset ? std::stoul(*offset) : 0;
        for (const auto& [id, name] : names) {
            if (at >= first && at < first + page) things.push_back({{"id", id}, {"name", name}});
            ++at;
        }
        return Json{{"things", things}}.dump();
    }

    int last_ = 0;
};

/// Limits the size of files to `bytes`, like a full disk.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

  private:
    rlimit before_{};
    void (*handler_)(int);
};

inline NamedCredentials our_credentials() {
    return {{"api_key", Secret("ours")}, {"other_api_key", Secret("others")}};
}

inline JournalHeader things_header() {
    JournalHeader header;
    header.run = "11111111-2222-4333-8444-555555555555";
    header.target = "fake";
    header.urls = {"http://127.0.0.1:1", kThingsUrl};
    header.timeout = std::chrono::milliseconds(45'000);
    header.consistency_wait = std::chrono::milliseconds(120'000);
    header.prefix = "run-1-";
    for (const auto& [name, secret] : our_credentials())
        header.fingerprints[name] = fingerprint(header.run, secret);
    header.deletable_types = deletable_things();
    header.credential_headers = credential_headers({things_document()});
    return header;
}

inline std::unique_ptr<Journal> new_journal(const TemporaryFolder& folder) {
    auto journal = Journal::create(folder.path(), things_header());
    EXPECT_THAT(journal, IsOk());
    return std::move(*journal);
}

inline std::string text_of(const std::string& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Returns the intent of a thing in box 7, created with our key.
inline JournalEntry thing_named(const std::string& name) {
    JournalEntry entry;
    entry.area = "things";
    entry.type = "thing";
    entry.url = kThingsUrl;
    entry.name = name;
    entry.scenario = "suite/one";
    entry.parents = {{"box", "7"}};
    entry.credentials = {{"Key", "{api_key}"}};
    return entry;
}

}  // namespace plumbline::cleanup
