#include "conformance/preflight/area_probe.hpp"

#include "conformance/preflight/response_checks.hpp"
#include "spec/http/message.hpp"
#include "spec/http/url.hpp"
#include "spec/json/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace plumbline::preflight {
namespace {

using client::Exchange;

constexpr const char* kBasePath = "/api-host";  ///< source: description, "Endpoints, control plane"
constexpr std::string_view kStreaming = "agent_streaming";

/// Returns the operation that the checks call: a list, else any other read.
const Operation* probed_operation(const ApiDocument& document) {
    const Operation* found = nullptr;
    for (const Operation& operation : document.operations()) {
        if (operation.method != "GET") continue;
        if (operation.kind == "list" && unknown_ids(operation).empty()) return &operation;
        if (!found) found = &operation;
    }
    return found;
}

/// Returns whether the operation declares the media type of a response, or it is JSON.
bool has_api_media_type(const Operation& operation, const http::Response& response) {
    const std::string* header = response.headers.find("Content-Type");
    if (!header) return false;
    if (http::is_json_media_type(http::media_type(*header))) return true;
    return std::ranges::any_of(operation.responses, [&](const DeclaredResponse& one) {
        return find_content(one.content, *header) != nullptr;
    });
}

/// Collects the checks of one area.
class AreaChecks {
  public:
    AreaChecks(const ApiDocument& document,
               const runner::Target& target,
               const AreaCheckOptions& options,
               ProbeClient& probe,
               const Clock& clock)
        : document_(document),
          target_(target),
          base_url_(target.base_urls.at(document.name())),
          options_(options),
          probe_(probe),
          clock_(clock),
          operation_(probed_operation(document)) {}

    AreaResult run() {
        if (!operation_) return {};
        const Exchange exchange = probe_.get(*operation_, base_url_);
        for (PreflightCheck& check : connection_checks(exchange.wire_exchange(), base_url_, clock_))
            add(std::move(check));
        // The wire exchange has a response also if a gateway answers for the service.
        if (exchange.wire_exchange().response) check_response(exchange.wire_exchange());
        return {std::move(checks_), std::move(list_)};
    }

  private:
    void add(PreflightCheck check) {
        check.area = document_.name();
        checks_.push_back(std::move(check));
    }
    /// Adds the failed check of a wrong setting.
    void add_wrong(std::string name, std::string detail, std::string remedy) {
        add(failed(std::move(name), CheckFailure::kSetup, std::move(detail), std::move(remedy)));
    }
    /// Returns what it means that the API is not at the base URL.
    [[nodiscard]] CheckFailure missing_api() const {
        return options_.shares_url ? CheckFailure::kNotServed : CheckFailure::kSetup;
    }

    void check_response(const Exchange& exchange) {
        const http::Response& response = *exchange.response;
        if (auto check = redirect_check(response, exchange.call.url)) return add(*check);
        if (auto check = gateway_check(response)) return add(*check);
        if (!check_credentials(response)) return;
        if (!check_address(response)) return;
        if (!check_media_type(response)) return;
        if (!check_difference(response)) return;
        check_tenant(response);
        read_list(response);
        for (PreflightCheck& check : header_checks(response, clock_)) add(check);
    }

    void read_list(const http::Response& response) {
        if (operation_->kind != "list" || !http::is_success(response.status)) return;
        if (auto list = parse_json(response.body))
            list_ = std::make_shared<const Json>(*std::move(list));
    }

    [[nodiscard]] bool has_tenant() const { return !target_.credentials.tenant_id.empty(); }
    [[nodiscard]] bool has_key() const { return !target_.credentials.api_key.empty(); }
    [[nodiscard]] std::string credential() const {
        const bool is_token = target_.credentials.api_key.reveal() == runner::kTokenPlaceholder;
        return is_token ? "the access token" : "the API key";
    }

    /// Returns whether the credentials are accepted, or nothing shows that they are not.
    bool check_credentials(const http::Response& response) {
        const int status = response.status;
        if (status != 401 && status != 403) {
            if (has_key() && http::is_success(status))
                add(passed("credentials", credential() + " is accepted"));
            else if (!has_key())
                add(passed("credentials", "no API key is given, and none is asked for"));
            return true;
        }
        const std::string without_key =
            fmt::format("no API key is given, and the target answers {}", status);
        if (!has_key() && !options_.needs_key) {
            add({.name = "credentials",
                 .outcome = CheckOutcome::kNotChecked,
                 .detail = without_key});
        } else if (!has_key()) {
            add_wrong("credentials",
                      without_key,
                      "set PLUMBLINE_API_KEY, or name the variable with --api-key-env");
        } else if (has_tenant() && is_accepted_without_tenant()) {
            add_wrong("tenant",
                      fmt::format("the target answers {} with the tenant {}, and accepts {} "
                                  "without it",
                                  status,
                                  target_.credentials.tenant_id,
                                  credential()),
                      "give the id of a tenant of these credentials with --tenant");
        } else if (!has_tenant() && document_.name() != kStreaming) {
            add_wrong(
                "credentials",
                fmt::format("the target answers {} to {} without a tenant", status, credential()),
                "give the tenant with --tenant; if it needs none, the credentials are wrong");
        } else {
            add_wrong("credentials",
                      fmt::format("the target answers {}: {} is {}",
                                  status,
                                  credential(),
                                  status == 401 ? "wrong" : "not allowed to read"),
                      "check the credentials, and that they belong to this target");
        }
        return false;
    }

    bool is_accepted_without_tenant() {
        if (!probe_.may_send()) return false;
        const Exchange other = probe_.get(*operation_, base_url_, false);
        return other.response && http::is_success(other.response->status);
    }

    /// Returns whether the API is at the base URL. A read of an unknown id answers 404 as well.
    bool check_address(const http::Response& response) {
        const bool is_read_of_id = !unknown_ids(*operation_).empty();
        if (response.status != 404 || (is_read_of_id && is_json(response))) return true;
        const std::string other = other_prefix();
        if (!other.empty() && serves(other)) {
            PreflightCheck check =
                failed("prefix",
                       CheckFailure::kSetup,
                       fmt::format("the API is at {}, not at {}", other, base_url_),
                       "give the URL " + other);
            check.found_url = other;
            add(std::move(check));
        } else {
            add_missing();
        }
        return false;
    }

    void add_missing() {
        add(failed("prefix",
                   missing_api(),
                   fmt::format("{} {} answers 404: no {} API at {}",
                               operation_->method,
                               operation_->path.text(),
                               document_.name(),
                               base_url_),
                   "check the base URL of this area, and its prefix"));
    }

    /// Returns the base URL with the prefix of self-hosted control planes, or without it; "" for
    /// other areas.
    [[nodiscard]] std::string other_prefix() const {
        if (document_.name() != "control_plane") return "";
        if (base_url_.ends_with(kBasePath))
            return base_url_.substr(0, base_url_.size() - std::string_view(kBasePath).size());
        return base_url_ + kBasePath;
    }

    bool serves(const std::string& base_url) {
        if (!probe_.may_send()) return false;
        const Exchange other = probe_.get(*operation_, base_url);
        return other.response && other.response->status != 404 && is_json(*other.response);
    }

    bool check_media_type(const http::Response& response) {
        // A 5xx is for the run to judge: services that break answer in many forms.
        if (has_api_media_type(*operation_, response) || response.body.empty() ||
            response.status >= 500)
            return true;
        const std::string* type = response.headers.find("Content-Type");
        add(failed("media type",
                   missing_api(),
                   fmt::format("{} {} answers {} with {}, expected JSON",
                               operation_->method,
                               operation_->path.text(),
                               response.status,
                               type ? *type : "no media type"),
                   "the URL is that of a web page or of another service: give the URL of the API"));
        return false;
    }

    /// Returns whether the response differs from that to a path that no service has, or may be the
    /// same for a reason, such as a missing tenant.
    bool check_difference(const http::Response& response) {
        const int status = response.status;
        const bool is_refusal = status >= 400 && status < 500 && status != 404;
        if (is_refusal) return true;
        const auto other = probe_.unknown_path(base_url_);
        const std::string path =
            operation_->path.fill_encoded(unknown_ids(*operation_)).value_or("");
        if (!other || !are_alike(response, path, *other, kUnknownPath)) return true;
        if (status == 404) {
            if (knows_another_path(*other)) return true;
            add_missing();
            return false;
        }
        add(failed(
            "service",
            CheckFailure::kUnreachable,
            fmt::format("{} answers every request alike: {} to {} {} and to {}, which no "
                        "service has",
                        base_url_,
                        status,
                        operation_->method,
                        path,
                        kUnknownPath),
            "check that the URL is that of the API, and that no placeholder answers for it"));
        return false;
    }

    /// Returns whether a GET of a path that the API has for other methods is answered in another
    /// way than `unknown`, most often with 405: services may say the same of unknown ids and paths.
    bool knows_another_path(const http::Response& unknown) {
        for (const Operation& operation : document_.operations()) {
            if (operation.method == "GET" || !unknown_ids(operation).empty()) continue;
            if (!probe_.may_send()) return false;
            const Exchange exchange = probe_.get(operation, base_url_);
            const auto& response = exchange.wire_exchange().response;
            const std::string path = operation.path.fill_encoded({}).value_or("");
            if (response && !are_alike(*response, path, unknown, kUnknownPath)) return true;
        }
        return false;
    }

    void check_tenant(const http::Response& response) {
        if (document_.name() == kStreaming) return;
        if (http::is_success(response.status)) {
            add(passed(
                "tenant",
                has_tenant() ? "the tenant is accepted" : "none is given, and reading needs none"));
        } else if (!has_tenant() && (response.status == 400 || response.status == 422)) {
            add_wrong("tenant",
                      fmt::format("none is given, and the target answers {}", response.status),
                      "give the tenant with --tenant");
        }
    }

    const ApiDocument& document_;
    const runner::Target& target_;
    const std::string& base_url_;
    AreaCheckOptions options_;
    ProbeClient& probe_;
    const Clock& clock_;
    const Operation* operation_;  ///< null if there is nothing to read
    std::vector<PreflightCheck> checks_;
    SharedJson list_;
};

}  // namespace

AreaResult check_area(const ApiDocument& document,
                      const runner::Target& target,
                      const AreaCheckOptions& options,
                      ProbeClient& probe,
                      const Clock& clock) {
    return AreaChecks(document, target, options, probe, clock).run();
}

}  // namespace plumbline::preflight
