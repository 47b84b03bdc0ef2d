#include "conformance/runner/call_wrappers.hpp"

#include "conformance/client/client.hpp"
#include "conformance/runner/access/permission.hpp"
#include "conformance/runner/access_token.hpp"
#include "conformance/runner/own_calls.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace plumbline::runner {
namespace {

bool contains_secret(const client::HttpCall& call, const std::vector<std::string>& secrets) {
    return std::any_of(secrets.begin(), secrets.end(), [&](const std::string& secret) {
        const auto is_in = [&](const std::string& text) {
            return text.find(secret) != std::string::npos;
        };
        const auto& headers = call.request.headers.all();
        return is_in(call.url) || is_in(call.request.body) ||
               std::any_of(headers.begin(), headers.end(), [&](const auto& header) {
                   return is_in(header.second);
               });
    });
}

/// Decides which hosts the calls of one scenario may reach.
class AllowedOrigins {
  public:
    AllowedOrigins(const Target& target, const std::vector<std::string>& secrets)
        : own_(own_origins(target)), secrets_(secrets) {
        for (const std::string& url : target.allowed_hosts) {
            if (auto origin = origin_of(url)) allowed_.insert(std::move(*origin));
        }
    }

    [[nodiscard]] std::optional<std::string> refusal_reason(const client::HttpCall& call) const {
        const auto origin = origin_of(call.url);
        if (!origin) return origin.error().message;
        if (own_.contains(*origin)) return std::nullopt;
        if (!allowed_.contains(*origin)) {
            return *origin +
                   " is not a host of the target: nothing was sent; if it is one, give its URL "
                   "with --server NAME=URL, else add it to the profile's allowed_hosts";
        }
        if (contains_secret(call, secrets_)) {
            return "a credential would be sent to " + *origin +
                   ", which is allowed but is not a host of the target: nothing was sent; remove "
                   "the credential from this step";
        }
        return std::nullopt;
    }

  private:
    std::set<std::string> own_;
    std::set<std::string> allowed_;
    const std::vector<std::string>& secrets_;  ///< grows while the scenario plays
};

client::Exchange mapped_exchange(const Send& send,
                                 const NameMapping& name_mapping,
                                 const client::HttpCall& call) {
    http::Request ours = call.request;
    ours.target = call.url.substr(call.base_url.size());
    const Operation* operation = name_mapping.find_operation(call.area, ours);
    client::HttpCall theirs = call;
    if (operation) {
        theirs.request =
            name_mapping.translate(*operation, std::move(ours), NameDirection::kToTarget);
        theirs.url = call.base_url + theirs.request.target;
    } else {
        theirs.request.headers =
            name_mapping.translate(std::move(theirs.request.headers), NameDirection::kToTarget);
    }
    const auto wire = std::make_shared<const client::Exchange>(send(theirs));
    client::Exchange exchange = *wire;
    exchange.call = call;
    if (operation && exchange.response) {
        exchange.response = name_mapping.translate(
            *operation, std::move(*exchange.response), NameDirection::kToContract);
    }
    exchange.wire = wire;
    return exchange;
}

}  // namespace

Send with_retry_after_interrupt(Send send, const std::atomic<bool>* stop) {
    if (!stop) return send;
    return [send = std::move(send), stop](const client::HttpCall& call) {
        const bool was_stopped = *stop;
        client::Exchange exchange = send(call);
        const bool is_unsent = exchange.failure && exchange.failure->code == ErrorCode::kUsage;
        return is_unsent && *stop && !was_stopped ? send(call) : exchange;
    };
}

Send with_allowed_hosts(Send send, const Target& target, const std::vector<std::string>& secrets) {
    return [send = std::move(send),
            origins = AllowedOrigins(target, secrets)](const client::HttpCall& call) {
        auto objection = origins.refusal_reason(call);
        if (!objection) return send(call);
        return client::unsent_exchange(call, {ErrorCode::kUsage, std::move(*objection), {}, {}});
    };
}

Send with_rate_limit(Send send, std::shared_ptr<RateLimiter> limiter) {
    if (!limiter) return send;
    return [send = std::move(send), limiter = std::move(limiter)](const client::HttpCall& call) {
        if (limiter->wait_for_turn()) return send(call);
        return client::unsent_exchange(
            call, {ErrorCode::kUsage, "interrupted before it was sent", {}, {}});
    };
}

Send with_name_mapping(Send send, std::shared_ptr<const NameMapping> name_mapping) {
    if (!name_mapping) return send;
    return [send = std::move(send),
            name_mapping = std::move(name_mapping)](const client::HttpCall& call) {
        return name_mapping->covers(call.area) ? mapped_exchange(send, *name_mapping, call)
                                               : send(call);
    };
}

Send with_target_headers(Send send, const Target& target) {
    if (target.headers.empty()) return send;
    return [send = std::move(send), &target, own = OwnCalls(target)](const client::HttpCall& call) {
        if (!own.contains(call)) return send(call);
        client::HttpCall with_headers = call;
        for (const TargetHeader& header : target.headers) {
            if (!call.request.headers.has(header.name))
                with_headers.request.headers.add(header.name, header.value.reveal());
        }
        return send(with_headers);
    };
}

Send target_send(Send client, const Target& target) {
    Send send =
        with_name_mapping(client::with_slash_redirects(std::move(client)), target.name_mapping);
    return with_access_token(with_target_headers(std::move(send), target), target);
}

Send worker_send(Send client,
                 const Target& target,
                 const std::shared_ptr<BusyTargetLog>& busy_log,
                 const std::shared_ptr<RateLimiter>& limiter,
                 Clock& clock,
                 const std::atomic<bool>* stop) {
    Send send = with_rate_limit(target_send(std::move(client), target), limiter);
    // A mock has no gateway before it, and its workspaces have no rate limit.
    if (!target.has_control())
        send = with_busy_retries(std::move(send), busy_log, limiter, clock, stop);
    return with_write_permission(std::move(send), target);
}

}  // namespace plumbline::runner
