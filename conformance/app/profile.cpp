#include "conformance/app/profile.hpp"

#include "conformance/app/areas.hpp"
#include "conformance/host/secret_variable.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/schema/schema.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <span>
#include <vector>

namespace plumbline {

std::span<const EmbeddedFile> embedded_profile_schema();  // made by plumbline_embed

}  // namespace plumbline

namespace plumbline::app {
namespace {

Result<void> judge(const Document& profile) {
    auto schema_document = to_document(embedded_profile_schema().front());
    if (!schema_document) return fail(schema_document.error());
    SchemaCompiler compiler(std::move(*schema_document), SchemaStrictness::kTolerant);
    auto schema = compiler.compile("");
    if (!schema) return fail(schema.error());
    const auto violations = schema->judge(*profile.root);
    if (violations.empty()) return {};
    const Violation& first = violations.front();
    Error error{ErrorCode::kInvalid,
                first.instance_pointer + ": " + first.message,
                profile.where(first.instance_pointer),
                {}};
    if (first.instance_pointer.empty()) error.message = first.message;
    error.notes.emplace_back("docs/targets.md shows every member of a profile");
    return fail(std::move(error));
}

/// Reads the members of a profile whose shape has been judged; the first Error wins.
class ProfileReader {
  public:
    ProfileReader(const Document& document, std::string region)
        : document_(document), root_(*document.root), region_(std::move(region)) {}

    Result<runner::Target> read() {
        target_.title = string_or(root_, "title", "");
        target_.hosting = string_or(root_, "hosting", "cloud");
        target_.allow_writes = bool_or(root_, "allow_writes", false);
        if (const Json* sources = member(root_, "sources"))
            target_.sources = std::make_shared<const Json>(*sources);
        if (const Json* exports = member(root_, "bulk_export"))
            target_.exports = {string_or(*exports, "export_id", ""),
                               string_or(*exports, "cancel_export_id", "")};
        if (const Json* streaming = member(root_, "agent_streaming"))
            target_.streaming = std::make_shared<const Json>(*streaming);
        if (const Json* limits = member(root_, "limits")) {
            for (const auto& [name, number] : limits->items())
                target_.limits[name] = number.get<int>();
        }
        for (auto step : {&ProfileReader::read_urls,
                          &ProfileReader::read_regions,
                          &ProfileReader::read_control,
                          &ProfileReader::read_credentials,
                          &ProfileReader::read_files,
                          &ProfileReader::read_bounds,
                          &ProfileReader::read_times}) {
            auto done = (this->*step)();
            if (!done) return fail(done.error());
        }
        return std::move(target_);
    }

  private:
    tl::unexpected<Error> problem(std::string_view pointer,
                                  ErrorCode code,
                                  std::string message) const {
        return fail(code, std::move(message), document_.where(pointer));
    }

    Result<std::string> url_at(const std::string& pointer) const {
        auto url = http::parse_url(find(root_, std::string_view(pointer))->get<std::string>());
        if (!url) return problem(pointer, ErrorCode::kInvalid, url.error().message);
        return url->to_text();
    }

    /// Reads base URLs by area, `all` for the areas that have none of their own.
    Result<std::map<std::string, std::string>> urls_at(const std::string& pointer) const {
        std::map<std::string, std::string> urls;
        for (const char* area : kAreas) {
            const std::string own = pointer + '/' + area;
            const std::string there = find(root_, std::string_view(own)) ? own : pointer + "/all";
            if (!find(root_, std::string_view(there))) continue;
            auto url = url_at(there);
            if (!url) return fail(url.error());
            urls[area] = *url;
        }
        return urls;
    }

    Result<void> read_urls() {
        auto urls = urls_at("/urls");
        if (!urls) return fail(urls.error());
        target_.base_urls = std::move(*urls);
        return {};
    }

    /// Makes each region known to suites as `AREA_REGION`, and the chosen one the target.
    Result<void> read_regions() {
        std::vector<std::string> known;
        if (const Json* regions = member(root_, "regions")) {
            for (const auto& [region, ignored] : regions->items()) {
                auto urls = urls_at("/regions/" + escape_pointer_token(region));
                if (!urls) return fail(urls.error());
                known.push_back(region);
                for (const auto& [area, url] : *urls) {
                    target_.server_urls[area + '_' + region] = url;
                    if (region == region_) target_.base_urls[area] = url;
                }
            }
        }
        if (!region_.empty() && std::find(known.begin(), known.end(), region_) == known.end()) {
            const std::string there = known.empty() ? "none" : join(known, ", ");
            return problem(known.empty() ? "" : "/regions",
                           ErrorCode::kUsage,
                           "--region " + region_ + ": the profile's regions are: " + there);
        }
        if (target_.title.empty()) target_.title = target_.base_urls.begin()->second;
        if (!region_.empty()) target_.title += ", region " + region_;
        return {};
    }

    /// Returns the path of a file that the profile names, relative to the profile; it must be
    /// there.
    Result<std::string> file_at(const std::string& pointer) const {
        const Json* name = find(root_, std::string_view(pointer));
        if (!name) return std::string();
        const auto path =
            std::filesystem::path(document_.file).parent_path() / name->get<std::string>();
        auto readable = read_file(path.string());
        if (!readable) return problem(pointer, readable.error().code, readable.error().message);
        return path.string();
    }

    Result<void> read_files() {
        runner::Trust& trust = target_.trust;
        for (const auto& [pointer, file] :
             {std::pair("/ca_file", &trust.ca_file),
              std::pair("/client_certificate/cert_file", &trust.certificate_file),
              std::pair("/client_certificate/key_file", &trust.key_file),
              std::pair("/vocabulary", &target_.vocabulary_file)}) {
            auto path = file_at(pointer);
            if (!path) return fail(path.error());
            *file = std::move(*path);
        }
        return {};
    }

    Result<void> read_bounds() {
        if (const Json* rate = find(root_, std::string_view("/rate/requests_per_second")))
            target_.max_rate = rate->get<double>();
        const Json* hosts = member(root_, "allowed_hosts");
        for (std::size_t i = 0; hosts && i < hosts->size(); ++i) {
            const std::string pointer = "/allowed_hosts/" + std::to_string(i);
            auto url = http::parse_url((*hosts)[i].get<std::string>());
            if (!url) return problem(pointer, ErrorCode::kInvalid, url.error().message);
            if (!url->path.empty()) {
                return problem(pointer,
                               ErrorCode::kInvalid,
                               "found the path " + url->path + ", expected scheme, host and port " +
                                   "only: " + url->origin());
            }
            target_.allowed_hosts.push_back(url->origin());
        }
        return {};
    }

    Result<Secret> secret_at(const std::string& pointer) const {
        const Json* name = find(root_, std::string_view(pointer));
        if (!name) return Secret();
        auto secret = host::secret_in(name->get<std::string>());
        if (!secret) return problem(pointer, secret.error().code, secret.error().message);
        return secret;
    }

    Result<void> read_control() {
        if (!member(root_, "control")) return {};
        auto url = url_at("/control/url");
        auto token = secret_at("/control/token_env");
        if (!url) return fail(url.error());
        if (!token) return fail(token.error());
        target_.control_url = *url;
        target_.control_token = *token;
        return {};
    }

    Result<void> read_credentials() {
        const Json* credentials = member(root_, "credentials");
        if (!credentials) return {};
        auto key = secret_at("/credentials/api_key_env");
        auto other = secret_at("/credentials/other/api_key_env");
        if (!key) return fail(key.error());
        if (!other) return fail(other.error());
        target_.credentials = {*key, string_or(*credentials, "tenant_id", "")};
        if (const Json* second = member(*credentials, "other")) {
            target_.other = {*other, string_or(*second, "tenant_id", "")};
        }
        return {};
    }

    Result<std::chrono::milliseconds> duration_at(const std::string& pointer) const {
        auto time = parse_duration(find(root_, std::string_view(pointer))->get<std::string>());
        if (!time) return problem(pointer, ErrorCode::kInvalid, time.error().message);
        return std::chrono::duration_cast<std::chrono::milliseconds>(*time);
    }

    Result<void> read_times() {
        if (member(root_, "timeout")) {
            auto timeout = duration_at("/timeout");
            if (!timeout) return fail(timeout.error());
            if (*timeout <= std::chrono::milliseconds::zero()) {
                return problem("/timeout",
                               ErrorCode::kInvalid,
                               "found a timeout of \"" + string_or(root_, "timeout", "") +
                                   "\", expected at least a millisecond, e.g. PT30S");
            }
            target_.timeout = *timeout;
        }
        if (member(root_, "consistency_wait")) {
            auto wait = duration_at("/consistency_wait");
            if (!wait) return fail(wait.error());
            target_.consistency_wait = *wait;
        }
        if (!member(root_, "poll")) return {};
        auto interval = duration_at("/poll/interval");
        auto deadline = duration_at("/poll/deadline");
        if (!interval) return fail(interval.error());
        if (!deadline) return fail(deadline.error());
        target_.polling = runner::Polling{*interval, *deadline};
        return {};
    }

    const Document& document_;
    const Json& root_;
    std::string region_;
    runner::Target target_;
};

}  // namespace

Result<runner::Target> load_profile(const std::string& path, const std::string& region) {
    auto document = load_document(path);
    if (!document) return fail(document.error());
    auto judged = judge(*document);
    if (!judged) return fail(judged.error());
    return ProfileReader(*document, region).read();
}

}  // namespace plumbline::app
